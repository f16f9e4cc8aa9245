import { HOPS } from './syntax/judge-limits';
import type { ICallArguments } from './syntax/call-arguments';
import type { ISyntaxNode } from './syntax/parse-syntax';
import { sqlReachesOut } from '../sql/sql-reaches-out';
import { isProgramVariable } from './words/is-far-name';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';

/** A setting that names a program, which is started when an animation is saved. */
const PROGRAM =
  /^(?:animation\.)?(?:ffmpeg|convert|avconv|mencoder|imagemagick)_(?:path|args)$/;

/**
 * Calls whose result makes an expression symbolic or numeric, so that it is not
 * text.
 */
const SYMBOLS =
  /^(?:symbols|Symbol|Dummy|Function|Integer|Rational|Float|Matrix|int|float|len|round)$/;

/** Files that can run code when they are loaded. */
const PICKLES = /\.(?:pkl|pickle|joblib|dill|pt|pth|ckpt|npy|npz)\s*$/i;

/**
 * Things that a library runs by itself: SQL that loads extensions, programs
 * that save an animation, text that becomes a formula, objects written as
 * bytes.
 */
export class ProgramJudge {
  constructor(
    private readonly _tree: PythonTree,
    private readonly _texts: PythonTexts
  ) {}

  /** Whether a database call's text reaches out. */
  isFarSql({ positional, named }: ICallArguments): boolean {
    const names = [
      'sql',
      'query',
      'command',
      'statement',
      'operation',
      'sql_script'
    ];
    return [positional[0], ...names.map(name => named.get(name))].some(
      node => node !== undefined && this._isFarSql(node, HOPS)
    );
  }

  /** DuckDB's `read_csv('ls |')`, which runs a command. */
  isPipe({ positional }: ICallArguments): boolean {
    const [path] = positional;
    return (
      path !== undefined && /\|\s*$/.test(this._texts.wholeText(path) ?? '')
    );
  }

  isFarSetting(node: ISyntaxNode): boolean {
    if (
      node.parent?.name === 'BinaryExpression' ||
      node.parent?.name === 'ContinuedString'
    ) {
      return false;
    }
    const { text, holes } = this._texts.textOf(node);
    if (isProgramVariable(text) && this._isSetting(node)) {
      return true;
    }
    return holes.length === 0
      ? PROGRAM.test(text)
      : /^animation\.(?!html|writer|embed|frame|codec|bitrate)/.test(text);
  }

  /**
   * Whether SymPy would evaluate the argument as Python, unless it is text in
   * the code.
   */
  isFarFormula({ positional, named, isOpen }: ICallArguments): boolean {
    const formula = positional[0] ?? named.get('a') ?? named.get('s');
    return isOpen || (formula !== undefined && !this._isFormula(formula, HOPS));
  }

  /** Whether the code writes a file whose format can run code when it is loaded. */
  isCraftedFile(
    name: string,
    callee: ISyntaxNode,
    { positional, named }: ICallArguments
  ): boolean {
    const path = /^(?:urlretrieve|download_url_to_file)$/.test(name)
      ? (positional[1] ?? named.get('filename') ?? named.get('dst'))
      : callee.name === 'MemberExpression'
        ? this._fileOf(callee.children[0], HOPS)
        : null;
    return !!path && PICKLES.test(this._texts.textOf(path).text);
  }

  /** Whether it names what is set: `environ[x] = …`, `putenv(x, …)`, `update({x: …})`. */
  private _isSetting({ parent, index }: ISyntaxNode): boolean {
    if (!/environ|putenv/.test(this._tree.code) || !parent) {
      return false;
    }
    if (parent.name === 'MemberExpression') {
      return (
        this._tree.scopes.targets.has(parent) &&
        this._tree.lastName(parent.children[0]) === 'environ'
      );
    }
    const list =
      parent.name === 'DictionaryExpression' &&
      parent.children[index + 1]?.name === ':'
        ? parent.parent
        : parent;
    const call = list?.name === 'ArgList' ? list.parent : null;
    return /^(?:putenv|setdefault|update)$/.test(
      (call && this._tree.lastName(call.children[0])) ?? ''
    );
  }

  private _isFarSql(node: ISyntaxNode, hops: number): boolean {
    const plain = this._tree.plainOf(node);
    const value = hops > 0 ? this._tree.valueOf(plain) : null;
    if (value) {
      return this._isFarSql(value, hops - 1);
    }
    if (
      plain.name === 'CallExpression' &&
      this._tree.lastName(plain.children[0]) === 'text' &&
      plain.children[1]
    ) {
      const [text] = this._tree.argumentsOf(plain.children[1]).positional;
      return hops > 0 && text !== undefined && this._isFarSql(text, hops - 1);
    }
    const { text } = this._texts.textOf(plain);
    this._tree.work.spend(text.length);
    return sqlReachesOut(text);
  }

  private _isFormula(node: ISyntaxNode, hops: number): boolean {
    const plain = this._tree.plainOf(node);
    if (this._texts.wholeText(plain) !== null || plain.name === 'Number') {
      return true;
    }
    switch (plain.name) {
      case 'Boolean':
      case 'None':
      case 'UnaryExpression':
        return true;
      case 'CallExpression':
        return (
          SYMBOLS.test(this._tree.lastName(plain.children[0]) ?? '') ||
          /^sympy\./.test(this._tree.rootPath(plain))
        );
      case 'BinaryExpression':
        return [plain.children[0], plain.children[2]].some(
          side =>
            side !== undefined &&
            hops > 0 &&
            this._texts.wholeText(side) === null &&
            this._isFormula(side, hops - 1)
        );
      case 'VariableName': {
        const value = hops > 0 ? this._tree.valueOf(plain) : null;
        return value !== null && this._isFormula(value, hops - 1);
      }
      default:
        return false;
    }
  }

  /** The path with which a file was opened, if the cell shows it. */
  private _fileOf(node: ISyntaxNode, hops: number): ISyntaxNode | null {
    const plain = this._tree.plainOf(node);
    if (plain.name === 'CallExpression') {
      const [callee, list] = plain.children;
      const isFile = /^(?:open|Path|PosixPath|WindowsPath)$/.test(
        this._tree.lastName(callee) ?? ''
      );
      return isFile && list
        ? (this._tree.argumentsOf(list).positional[0] ?? null)
        : null;
    }
    if (plain.name === 'BinaryExpression') {
      // folder / 'x.pkl'
      return plain.children[2] ?? null;
    }
    if (plain.name !== 'VariableName' || hops <= 0) {
      return null;
    }
    const value = this._tree.valueOf(plain) ?? this._openedAs(plain);
    return value && this._fileOf(value, hops - 1);
  }

  /** The `open(…)` of a surrounding `with open(…) as f`. */
  private _openedAs(node: ISyntaxNode): ISyntaxNode | null {
    const name = this._tree.text(node);
    for (let at = node.parent; at; at = at.parent) {
      this._tree.work.spend(1 + at.children.length);
      const { children } = at;
      const as =
        at.name === 'WithStatement'
          ? children.findIndex(
              (child, index) =>
                children[index - 1]?.name === 'as' &&
                this._tree.text(child) === name
            )
          : -1;
      if (as > 1) {
        return children[as - 2];
      }
      if (this._tree.work.isSpent) {
        return null;
      }
    }
    return null;
  }
}
