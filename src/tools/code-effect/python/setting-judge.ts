import { HOPS } from './syntax/judge-limits';
import type { ICallArguments } from './syntax/call-arguments';
import type { ISyntaxNode } from './syntax/parse-syntax';
import { isProgramVariable } from './words/is-far-name';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';

/** A setting that names a program, which is started when an animation is saved. */
const PROGRAM =
  /^(?:animation\.)?(?:ffmpeg|convert|avconv|mencoder|imagemagick)_(?:path|args)$/;

/** A setting that lets a model bring its own code. */
const CODE = /^(?:trust_remote_code|eval_str)$/;

/** What the environment is changed by. */
const SETTERS = /^(?:putenv|setenv|setdefault|update|__setitem__|__ior__)$/;

/** Calls that only ask for a variable, or show its name. */
const GETTERS =
  /^(?:get|getenv|getenvb|pop|print|startswith|endswith|which|display)$/;

/** Calls that give pairs of names and values in another form. */
const PAIRS = /^(?:dict|OrderedDict|list|zip|ChainMap)$/;

/** Nodes between a name and the call or statement that sets it. */
const HOLDERS =
  /^(?:Dictionary|Array|Tuple|Set|Parenthesized|Binary)Expression$/;

/** How deeply the pairs of one setting are nested. */
const DEEPEST = 8;

/** Whether `plotly.js` is part of the page, or comes from where Plotly says. */
const PLAIN_PLOTLYJS = /^(?:cdn|require|directory|)$/;

/**
 * Settings by which other code finds what it starts or loads: variables of the
 * environment, programs, script.
 */
export class SettingJudge {
  private _hasEnvironment: boolean | null = null;

  private _hasUnknown: boolean | null = null;

  constructor(
    private readonly _tree: PythonTree,
    private readonly _texts: PythonTexts
  ) {}

  /** @param node a literal, or several that form one text. */
  isFarSetting(node: ISyntaxNode): boolean {
    const { parent } = node;
    if (/^(?:BinaryExpression|ContinuedString)$/.test(parent?.name ?? '')) {
      return false;
    }
    const { text, holes } = this._texts.textOf(node);
    if (isProgramVariable(text)) {
      return this._mayBeSet() && this._isSetting(node);
    }
    if (parent?.name === 'DictionaryExpression') {
      const value = valueAfter(node);
      if (
        value !== null &&
        (CODE.test(text)
          ? this._tree.text(value) !== 'False'
          : parent.parent?.name === 'ArgList' &&
            parent.parent.children[parent.index - 1]?.name === '**' &&
            this.isFarGiven(text, value))
      ) {
        return true;
      }
    } else if (CODE.test(text) && this._isFirstOfPair(node)) {
      return true;
    }
    return holes.length === 0
      ? PROGRAM.test(text)
      : /^animation\.(?!html|writer|embed|frame|codec|bitrate)/.test(text);
  }

  /** Whether variables are named as arguments: `update(PATH=…)`. */
  isFarUpdate(call: ISyntaxNode, { named }: ICallArguments): boolean {
    if (![...named.keys()].some(isProgramVariable) || !this._mayBeSet()) {
      return false;
    }
    const [callee] = call.children;
    return (
      (callee.name === 'MemberExpression' &&
        this._isEnvironment(callee.children[0])) ||
      this._isSetting(call)
    );
  }

  /** Whether an argument names a program to start, or script for the page. */
  isFarGiven(name: string, value: ISyntaxNode | undefined): boolean {
    const plain = value && this._tree.plainOf(value);
    if (!plain) {
      return false;
    }
    switch (name) {
      case 'executable':
      case 'executable_path':
      case 'binary_location':
      case 'cmd':
      case 'bash_command':
      case 'window_command':
        return this._isCommand(plain, /\S/);
      case 'prog':
        // The name of a layout, or the one that a parser of arguments shows.
        return this._isCommand(plain, /[\\/]/) && !this._isOfParser(plain);
      case 'runtime_env':
        // Packages to install, or a program instead of Python.
        return !(
          plain.name === 'DictionaryExpression' &&
          plain.children.every(
            (key, at) =>
              plain.children[at + 1]?.name !== ':' ||
              this._texts.wholeText(key) === 'env_vars'
          )
        );
      case 'include_plotlyjs':
        return !this._isPlainPlotlyjs(plain, HOPS);
      case 'js_files':
        return true;
      default:
        return false;
    }
  }

  /** The same for what is assigned to an attribute. */
  isFarAttribute(member: ISyntaxNode, name: string): boolean {
    const { parent } = member;
    const value = parent?.children[parent.children.length - 1];
    if (parent?.name !== 'AssignStatement' || !value) {
      return false;
    }
    return /^(?:converter|ffmpeg|ffprobe)$/.test(name)
      ? this._tree.lastName(member.children[0]) === 'AudioSegment'
      : this.isFarGiven(name, value);
  }

  private _isCommand(node: ISyntaxNode, pattern: RegExp): boolean {
    // Of a name, only a text that is known as a whole.
    const text =
      node.name === 'VariableName'
        ? (this._texts.wholeText(node) ?? '')
        : this._texts.textOf(node).text;
    return (
      pattern.test(text) ||
      (/^(?:Array|Tuple)Expression$/.test(node.name) &&
        node.children.some(each => this._texts.wholeText(each) !== null))
    );
  }

  private _isOfParser({ parent }: ISyntaxNode): boolean {
    const call = parent?.name === 'ArgList' ? parent.parent : null;
    return /Parser$|^add_parser$|^add_subparsers$/.test(
      (call && this._tree.lastName(call.children[0])) ?? ''
    );
  }

  private _isPlainPlotlyjs(node: ISyntaxNode, hops: number): boolean {
    const plain = this._tree.plainOf(node);
    const { children } = plain;
    switch (plain.name) {
      case 'Boolean':
      case 'None':
      case 'UnaryExpression':
        return true;
      case 'BinaryExpression':
        return this._tree.text(children[1]) !== '+';
      case 'ConditionalExpression':
        return [children[0], children[4]].every(
          each => each && hops > 0 && this._isPlainPlotlyjs(each, hops - 1)
        );
      case 'VariableName': {
        const values =
          this._tree.scopes.valuesOf(this._tree.text(plain))?.slice(0, 8) ?? [];
        return (
          values.length > 0 &&
          values.every(
            each => hops > 0 && this._isPlainPlotlyjs(each, hops - 1)
          )
        );
      }
      default:
        return PLAIN_PLOTLYJS.test(this._texts.wholeText(plain) ?? 'unknown');
    }
  }

  /** Whether the cell has to do with the environment at all. */
  private _mayBeSet(): boolean {
    this._hasEnvironment ??=
      /environ|putenv|setenv/.test(this._tree.code) ||
      this._tree.hasAliasOf('os');
    return this._hasEnvironment;
  }

  private _isEnvironment(node: ISyntaxNode, hops = HOPS): boolean {
    const plain = this._tree.plainOf(node);
    if (/^environb?$/.test(this._tree.lastName(plain) ?? '')) {
      return true;
    }
    if (plain.name !== 'VariableName') {
      return false;
    }
    const value = hops > 0 ? this._tree.valueOf(plain) : null;
    return value === null
      ? /\.environb?$/.test(this._tree.path(plain))
      : this._isEnvironment(value, hops - 1);
  }

  /**
   * Whether it names what is set: `environ[x] = …`, `putenv(x, …)`,
   * `update({x: …})`, or whether it may be a name that something else sets.
   */
  private _isSetting(node: ISyntaxNode): boolean {
    const { parent } = node;
    if (parent?.name === 'MemberExpression' && parent.children[0] !== node) {
      return (
        this._tree.scopes.targets.has(parent) &&
        this._isEnvironment(parent.children[0]) &&
        !this._isOwnPython(parent)
      );
    }
    let at = node;
    for (let steps = 0; at.parent && steps < DEEPEST; steps++) {
      const holder = at.parent;
      if (holder.name === 'ArgList' && holder.parent) {
        const name = this._tree.lastName(holder.parent.children[0]) ?? '';
        if (SETTERS.test(name) || this._isPatch(holder.parent)) {
          return true;
        }
        if (!PAIRS.test(name)) {
          break;
        }
        at = holder.parent;
      } else if (
        holder.name === 'UpdateStatement' ||
        holder.name === 'AssignStatement'
      ) {
        if (this._isEnvironment(holder.children[0])) {
          return true;
        }
        break;
      } else if (HOLDERS.test(holder.name)) {
        at = holder;
      } else {
        break;
      }
    }
    return !this._isAskedFor(node) && this._setsUnknown();
  }

  /** `patch.dict(os.environ, {…})` of `unittest.mock`. */
  private _isPatch(call: ISyntaxNode): boolean {
    const [callee, list] = call.children;
    const [first] = list ? this._tree.argumentsOf(list).positional : [];
    return (
      callee.name === 'MemberExpression' &&
      this._tree.lastName(callee) === 'dict' &&
      first !== undefined &&
      (this._isEnvironment(first) ||
        this._texts.wholeText(first) === 'os.environ')
    );
  }

  /** A variable that is given the Python of this kernel. */
  private _isOwnPython({ parent }: ISyntaxNode): boolean {
    const value = parent?.children[parent.children.length - 1];
    return (
      parent?.name === 'AssignStatement' &&
      value !== undefined &&
      this._tree.path(value) === 'sys.executable'
    );
  }

  private _isAskedFor({ parent }: ISyntaxNode): boolean {
    const call = parent?.name === 'ArgList' ? parent.parent : null;
    return GETTERS.test((call && this._tree.lastName(call.children[0])) ?? '');
  }

  /** Whether the environment is changed by names that the code does not show. */
  private _setsUnknown(): boolean {
    this._hasUnknown ??= this._tree.nodes.some(node => {
      const [first, second, third] = node.children;
      switch (node.name) {
        case 'MemberExpression':
          return (
            second?.name === '[' &&
            this._tree.scopes.targets.has(node) &&
            this._isEnvironment(first) &&
            !!third &&
            !this._isWritten(third)
          );
        case 'UpdateStatement':
          return this._isEnvironment(first) && third?.name === 'VariableName';
        case 'CallExpression': {
          const name = this._tree.lastName(first) ?? '';
          if (!SETTERS.test(name) || !second) {
            return false;
          }
          const [given] = this._tree.argumentsOf(second).positional;
          return (
            (name === 'putenv' ||
              (first.name === 'MemberExpression' &&
                this._isEnvironment(first.children[0]))) &&
            given?.name !== 'DictionaryExpression' &&
            !(given && this._isWritten(given))
          );
        }
        default:
          return false;
      }
    });
    return this._hasUnknown;
  }

  /** Whether it is text in its place, which is judged there. */
  private _isWritten(node: ISyntaxNode): boolean {
    return node.name !== 'VariableName' && this._texts.wholeText(node) !== null;
  }

  private _isFirstOfPair({ parent, index }: ISyntaxNode): boolean {
    const value = parent?.children[index + 2];
    return (
      (parent?.name === 'MemberExpression' &&
        this._tree.scopes.targets.has(parent)) ||
      (/^(?:Tuple|Array)Expression$/.test(parent?.name ?? '') &&
        index === 1 &&
        parent?.children.length === 5 &&
        value !== undefined &&
        this._tree.text(value) === 'True')
    );
  }
}

/** The value of a key in a dictionary; null for anything else. */
function valueAfter({ parent, index }: ISyntaxNode): ISyntaxNode | null {
  return parent?.children[index + 1]?.name === ':'
    ? (parent.children[index + 2] ?? null)
    : null;
}
