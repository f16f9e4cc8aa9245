import type { ICallArguments } from './syntax/call-arguments';
import type { ISyntaxNode } from './syntax/parse-syntax';
import type { DataJudge } from './data-judge';
import type { EvaluationJudge } from './evaluation-judge';
import { isTemporary } from './is-temporary';
import type { PathJudge } from './path-judge';
import { isFarMemberName, isJudged, isPickler } from './words/is-far-name';
import type { ProgramJudge } from './program-judge';
import { SQL_CALLS, TABLE_CALLS } from './words/python-words';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';
import type { SettingJudge } from './setting-judge';
import type { ShellJudge } from './shell-judge';
import type { ShownJudge } from './shown-judge';

const SHOWN =
  /^(?:IFrame|Image|Video|Audio|YouTubeVideo|VimeoVideo|FileLinks?)$/;

/**
 * Library calls that install packages, start programs given as arguments, run
 * the content of files, or delete files.
 */
const FAR_CALLS =
  /^(?:spacy\.cli\.download|pytest\.main|click\.(?:edit|launch)|mlflow\.(?:projects\.)?run|(?:\w+\.)*gfile\.(?:remove|rename)|IPython\.(?:\w+\.)*embed|bottle\.template|graphviz\.(?:\w+\.)*run_check)$/;

/** Names that only matter when they are called. */
const JUDGED_CALLS: ReadonlySet<string> = new Set([
  'run',
  'display',
  'update_display',
  'open',
  'update',
  'dict',
  'embed',
  'template',
  'validate',
  'NumExpr',
  'stringToExpression',
  'convert_text',
  'convert_file'
]);

/** Judges for particular kinds of arguments. */
export interface ICallParts {
  paths: PathJudge;
  programs: ProgramJudge;
  settings: SettingJudge;
  shown: ShownJudge;
  data: DataJudge;
  evaluation: EvaluationJudge;
  shell: ShellJudge;
}

/** Calls that reach out because of their arguments. */
export class CallJudge {
  constructor(
    private readonly _tree: PythonTree,
    private readonly _texts: PythonTexts,
    private readonly _parts: ICallParts
  ) {}

  isFarCall(call: ISyntaxNode): boolean {
    const [written, list] = call.children;
    // A method by another name: `e = df.eval`.
    const value = this._tree.valueOf(written);
    const callee = value?.name === 'MemberExpression' ? value : written;
    const last = this._tree.lastName(callee);
    if (last === null || !list) {
      return false;
    }
    if (this._parts.evaluation.isFarFormula(callee, list)) {
      return true;
    }
    const isName = callee.name === 'VariableName';
    const name = isName ? this._tree.ownName(callee) : last;
    if (!isJudged(name) && !JUDGED_CALLS.has(name)) {
      return false;
    }
    if (isName && this._tree.scopes.isOwn(callee, last)) {
      return false;
    }
    const path = this._tree.path(callee);
    const root = path.split('.')[0];
    const args = this._tree.argumentsOf(list);
    if (FAR_CALLS.test(path)) {
      return true;
    }
    if (SQL_CALLS.has(name)) {
      return this._parts.programs.isFarSql(args);
    }
    if (TABLE_CALLS.has(name)) {
      return this._parts.programs.isPipe(args);
    }
    switch (name) {
      case 'getattr':
      case 'setattr':
      case 'delattr':
        return isName && this._isFarAttribute(name, args);
      case 'attrgetter':
      case 'methodcaller':
        return (
          args.isOpen ||
          args.positional
            .slice(0, name === 'methodcaller' ? 1 : undefined)
            .some(each => this._isFarDotted(each))
        );
      case 'query':
      case 'eval':
        return (
          (!isName || path.includes('.')) &&
          ((name === 'query' && this._parts.programs.isFarSql(args)) ||
            this._parts.evaluation.isFarEvaluation(callee, args))
        );
      case 'sympify':
      case 'parse_expr':
        return this._parts.evaluation.isFarSymbolic(args);
      case 'S':
        return root === 'sympy' && this._parts.evaluation.isFarSymbolic(args);
      case 'write':
      case 'writelines':
      case 'write_text':
      case 'write_bytes':
      case 'urlretrieve':
      case 'download_url_to_file':
        return this._parts.programs.isCraftedFile(name, callee, args);
      case 'evaluate':
      case 'validate':
      case 'NumExpr':
      case 'stringToExpression':
        return (
          /^(?:numexpr|ne)$/.test(root) &&
          this._parts.evaluation.isFarEvaluation(callee, args)
        );
      case 'timeit':
      case 'repeat':
      case 'Timer':
        return (
          (root === 'timeit' || path === 'timeit') &&
          this._parts.evaluation.isFarTiming(args)
        );
      case 'run':
        return this._parts.evaluation.isProfiler(callee, root);
      case 'open': {
        const mode = args.positional[2] ?? args.named.get('mode');
        return (
          path === 'os.open' &&
          mode !== undefined &&
          !/^0o[0246]+$/.test(this._tree.text(mode))
        );
      }
      case 'get_single_data':
      case 'doRollover':
      case 'get_template':
      case 'select_template':
      case 'get_or_select_template':
      case 'compile_expression':
        return !isName || path.startsWith('jinja2');
      case 'Loader':
      case 'CLoader':
      case 'FullLoader':
      case 'CFullLoader':
        return root === 'yaml';
      case 'clear_cache':
      case 'clear_inactive_cache':
        return args.isOpen || args.positional.length + args.named.size > 0;
      case 'rotate':
        return (
          !isName &&
          args.positional.length === 2 &&
          this._tree.usesModule('logging')
        );
      case 'set_trait':
        return this._isFarSet(callee.children[0], args.positional);
      case 'HTML':
      case 'HTMLMath':
        return (
          args.isOpen ||
          args.named.has('url') ||
          args.named.has('filename') ||
          this._parts.shown.isFarMarkup(shownArgument(args)) ||
          args.positional.some(each => this._parts.data.isRead(each))
        );
      case 'Markdown':
        return (
          args.isOpen ||
          args.named.has('url') ||
          args.named.has('filename') ||
          this._parts.shown.isFarText(shownArgument(args))
        );
      case 'RichOutput': {
        const data = args.positional[0] ?? args.named.get('data');
        return (
          args.isOpen ||
          (data !== undefined &&
            this._parts.shown.isFarBundle('display', {
              ...args,
              positional: [data]
            }))
        );
      }
      case 'SVG':
        return this._parts.shown.isFarLiteral(
          args.positional[0] ?? args.named.get('data')
        );
      case 'display':
      case 'update_display':
      case 'display_html':
      case 'display_svg':
      case 'display_markdown':
        if (list.children.some(each => each.name === '**')) {
          return true;
        }
        return this._tree.textAfter(args.named.get('raw')) !== 'False' &&
          args.named.has('raw')
          ? this._parts.shown.isFarBundle(name, args)
          : false;
      case 'update':
        // A display whose content is replaced, or the environment.
        return (
          (args.positional.length > 0 &&
            args.named.has('raw') &&
            this._tree.textAfter(args.named.get('raw')) !== 'False' &&
            this._parts.shown.isFarBundle(name, args)) ||
          this._parts.settings.isFarUpdate(call, args)
        );
      case 'dict':
        return this._parts.settings.isFarUpdate(call, args);
      case 'set_table_attributes':
      case 'set_td_classes':
      case 'set_uuid':
      case 'to_html':
        return this._parts.shown.hasHandler(args);
      case 'jslink':
        return args.named.has('code');
      case 'add_child':
        // The part of a map's page that is script.
        return (
          callee.name === 'MemberExpression' &&
          this._tree.lastName(callee.children[0]) === 'script'
        );
      case 'get_field':
        // Of a formatter, which follows a path of attributes.
        return args.isOpen || args.positional.length > 2;
      case 'convert_text':
      case 'convert_file':
        return root === 'pypandoc' && this._parts.programs.isFarPandoc(args);
      case 'read_pickle':
        return (
          args.isOpen ||
          this._parts.data.isForeign(
            args.positional[0] ?? args.named.get('filepath_or_buffer')
          )
        );
      case 'pipe':
        // Usually takes a function; only with a string does it name a program.
        return !isName && this._isText(args.positional[0]);
      case 'send_bytes':
        return this._parts.data.isCrafted(args.positional[0]);
      case 'load_pickle':
        return args.isOpen || this._parts.data.isForeign(args.positional[0]);
      case 'load':
      case 'load_all':
      case 'read_array':
      case 'Unpickler':
        return this._parts.data.isFarLoad(path, args);
      case 'loads':
        return (
          isPickler(path) && this._parts.data.isCrafted(args.positional[0])
        );
      case 'decode':
        return (
          root === 'jsonpickle' &&
          this._parts.data.isCrafted(args.positional[0])
        );
      case 'YAML':
        return (
          args.isOpen ||
          !/^(?:safe|rt|base|pure)?$/.test(
            this._texts.wholeText(
              args.named.get('typ') ?? args.positional[0] ?? call
            ) ?? (args.named.has('typ') ? 'unknown' : '')
          )
        );
      case 'getmembers':
        return root === 'inspect' || path === name;
      case 'locate':
        return root === 'pydoc';
      case 'Template':
        return root === 'jinja2';
      case 'from_string':
        return (
          /^(?:jinja2?|env|environment)$/i.test(root) ||
          this._tree.scopes.importsFrom('jinja2')
        );
      case 'rename':
      case 'replace':
      case 'move':
      case 'move_into':
      case 'delete':
        return (
          !isName && this._parts.paths.isFarMove(name, callee.children[0], args)
        );
      case 'get_ipython':
        return !this._parts.shell.isPlainShell(call);
      case 'magic':
      case 'run_line_magic':
      case 'run_cell_magic':
        return this._parts.shell.isFarMagic(name, args);
      case 'CodeType':
      case 'FunctionType':
        return true;
      default:
        return SHOWN.test(name) && this._parts.shown.isFarShown(name, args);
    }
  }

  private _isText(node: ISyntaxNode | undefined): boolean {
    return node !== undefined && this._texts.wholeText(node) !== null;
  }

  private _isFarAttribute(name: string, args: ICallArguments): boolean {
    const [object, attribute] = args.positional;
    if (args.isOpen || !attribute) {
      return true;
    }
    const text = this._texts.wholeText(attribute);
    if (
      name === 'setattr' &&
      this._isFarSet(object, args.positional.slice(1))
    ) {
      return true;
    }
    if (text === null) {
      return !(name === 'setattr' && this._tree.text(object) === 'self');
    }
    return isFarMemberName(text, name === 'setattr');
  }

  /** Setting an attribute by its name does what an assignment does. */
  private _isFarSet(
    object: ISyntaxNode,
    [attribute, value]: ISyntaxNode[]
  ): boolean {
    const text = attribute && this._texts.wholeText(attribute);
    return (
      (text === 'name' && isTemporary(object, this._tree)) ||
      (/^(?:value|object)$/.test(text ?? '') &&
        this._parts.shown.isWidget(object) &&
        this._parts.shown.isFarText(value))
    );
  }

  private _isFarDotted(node: ISyntaxNode): boolean {
    const text = this._texts.wholeText(node);
    return (
      text === null ||
      text.split('.').some(each => isFarMemberName(each, false))
    );
  }
}

/** What is shown: `value` of a widget, `object` of a pane. */
function shownArgument({
  positional,
  named
}: ICallArguments): ISyntaxNode | undefined {
  return (
    positional[0] ??
    ['data', 'value', 'object']
      .map(each => named.get(each))
      .find(each => each !== undefined)
  );
}
