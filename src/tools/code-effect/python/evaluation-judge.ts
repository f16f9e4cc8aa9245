import type { ICallArguments } from './syntax/call-arguments';
import { HOPS } from './syntax/judge-limits';
import type { ISyntaxNode } from './syntax/parse-syntax';
import type { DataJudge } from './data-judge';
import type { IJudges } from './judges';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';

const SQL =
  /^\s*(?:select|with|from|show|describe|create|insert|update|delete|pragma|copy|attach|match|return)\s/i;
/** Libraries whose calls do not return text. */
const LIBRARIES =
  /^(?:np|numpy|pl|polars|torch|tf|tensorflow|jnp|cp|xp)(?:\.|$)/;
/** Their calls that do. */
const TEXTS =
  /^(?:str_|string_|unicode_|bytes_|item|join|decode|array2string|array_str|array_repr)$|^(?:np|numpy)\.(?:char|strings)\./;
const NOT_FRAMES =
  /^(?:k|r|p|eps|workers|return_distance|distance_upper_bound|dualtree|count_only|job_config|parameters|params)$/;

/** Libraries that run the text of a formula. */
const FORMULAS = /\b(?:sympy|statsmodels|smf|patsy|formulaic)\b/;
const FORMULA_ROOT = /^(?:sympy|statsmodels|smf|patsy|formulaic)\./;

/**
 * Calls whose result makes an expression symbolic or numeric, so that it is not
 * text.
 */
const SYMBOLS =
  /^(?:symbols|Symbol|Dummy|Function|Integer|Rational|Float|Matrix|int|float|len|round)$/;

/** Calls that make names or numbers of text, or show it, but run none of it. */
const NAMES =
  /^(?:symbols|Symbol|Dummy|Wild|var|Function|UndefinedFunction|IndexedBase|Idx|MatrixSymbol|Rational|Float|Integer|init_\w+|p?print\w*|Str)$/;

/** Calls by which text is put together or decoded, whatever they are called on. */
const TEXT_MAKERS = /^(?:join|format|decode|str|chr|repr|input|\w*decode)$/;

/** What is called by its plain name after `from sympy import *`. */
const READERS =
  /^(?:simplify|nsimplify|expand|factor|solve|solveset|nsolve|dsolve|lambdify|integrate|diff|limit|series|N|Eq)$/;

/** Calls that turn something else into text. */
const DECODERS = /^(?:\w*decode|fromhex|unhexlify|decompress|a2b_\w+|chr)$/;

/** Text and functions passed to something that runs them. */
export class EvaluationJudge {
  private _hasFormulas: boolean | null = null;

  constructor(
    private readonly _tree: PythonTree,
    private readonly _texts: PythonTexts,
    private readonly _judges: IJudges,
    private readonly _data: DataJudge
  ) {}

  isFarEvaluation(callee: ISyntaxNode, args: ICallArguments): boolean {
    const text = args.positional[0] ?? args.named.get('expr');
    if (!text) {
      return args.isOpen;
    }
    const found = this._texts.textOf(text);
    if (found.holes.length === 0) {
      return this._isFarText(found.text);
    }
    if (
      [...args.named.keys()].some(name => NOT_FRAMES.test(name)) ||
      (callee.name === 'MemberExpression' &&
        this._isNoFrame(callee.children[0]))
    ) {
      return false;
    }
    const plain = this._tree.plainOf(text);
    if (plain.name === 'CallExpression') {
      const [made] = plain.children;
      return (
        !LIBRARIES.test(this._tree.rootPath(plain)) ||
        TEXTS.test(this._tree.lastName(made) ?? '') ||
        TEXTS.test(this._tree.path(made))
      );
    }
    return !(
      /^(?:Array|Tuple)Expression$|^Number$/.test(plain.name) ||
      this._isPartOfArray(plain)
    );
  }

  /** Text that is read or decoded, for a library which runs formulas. */
  isFarFormula(callee: ISyntaxNode, list: ISyntaxNode): boolean {
    this._hasFormulas ??=
      FORMULAS.test(this._tree.code) || this._tree.hasAliasOf('sympy');
    if (!this._hasFormulas) {
      return false;
    }
    const isStarred = this._isStarred(callee);
    const path = this._tree.path(callee);
    if (!isStarred && !FORMULA_ROOT.test(path)) {
      return false;
    }
    const { positional, named } = this._tree.argumentsOf(list);
    const given = [...positional, ...named.values()];
    if (given.some(each => this._data.isRead(each))) {
      return true;
    }
    return isStarred || path.startsWith('sympy.')
      ? !NAMES.test(this._tree.lastName(callee) ?? '') &&
          [...positional, named.get('expr'), named.get('f')].some(
            each => each !== undefined && this._isMade(each, HOPS)
          )
      : given.some(each => this._isDecoded(each, HOPS));
  }

  /**
   * Whether SymPy would evaluate the argument as Python, unless it is text in
   * the code.
   */
  isFarSymbolic({ positional, named, isOpen }: ICallArguments): boolean {
    const formula = positional[0] ?? named.get('a') ?? named.get('s');
    return isOpen || (formula !== undefined && !this._isFormula(formula, HOPS));
  }

  isFarTiming(args: ICallArguments): boolean {
    const run = [
      ...args.positional.slice(0, 2),
      args.named.get('stmt'),
      args.named.get('setup')
    ].filter(node => node !== undefined);
    return (
      args.isOpen ||
      run.some(
        node =>
          node.name !== 'LambdaExpression' &&
          !(
            node.name === 'VariableName' &&
            this._tree.scopes.isFunction(this._tree.text(node))
          )
      )
    );
  }

  isProfiler(callee: ISyntaxNode, root: string): boolean {
    if (/^(?:cProfile|profile|pdb|bdb|ipdb)$/.test(root)) {
      return true;
    }
    const [object] = callee.children;
    const value = object && (this._tree.valueOf(object) ?? object);
    return (
      value?.name === 'CallExpression' &&
      /^(?:cProfile|profile)\./.test(this._tree.path(value.children[0]))
    );
  }

  /** `points[:5]` could be text as well, but not `points[:5, 0]`. */
  private _isPartOfArray({ name, children }: ISyntaxNode): boolean {
    return (
      name === 'MemberExpression' &&
      children.some(each => each.name === ':') &&
      (children[0].name !== 'VariableName' ||
        children.some(each => each.name === ','))
    );
  }

  private _isStarred(callee: ISyntaxNode): boolean {
    return (
      callee.name === 'VariableName' &&
      READERS.test(this._tree.text(callee)) &&
      this._tree.scopes.imported.some(
        ({ module, name }) => name === '*' && /^sympy\b/.test(module)
      )
    );
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

  /** Whether an expression is visibly text of which the code hides a part. */
  private _isMade(node: ISyntaxNode, hops: number): boolean {
    const plain = this._tree.plainOf(node);
    const value = hops > 0 ? this._tree.valueOf(plain) : null;
    if (value) {
      return this._isMade(value, hops - 1);
    }
    const [first, second] = plain.children;
    if (
      plain.name === 'CallExpression' &&
      TEXT_MAKERS.test(this._tree.lastName(first) ?? '')
    ) {
      return true;
    }
    if (plain.name === 'MemberExpression' && second?.name === '[') {
      return (
        hops > 0 &&
        (this._texts.wholeText(first) !== null || this._isMade(first, hops - 1))
      );
    }
    const { text, holes } = this._texts.textOf(plain);
    return text !== '' && holes.length > 0;
  }

  /** Whether an expression is visibly text that was written as something else. */
  private _isDecoded(node: ISyntaxNode, hops: number): boolean {
    const plain = this._tree.plainOf(node);
    const value = hops > 0 ? this._tree.valueOf(plain) : null;
    if (value) {
      return this._isDecoded(value, hops - 1);
    }
    const [first, second, third] = plain.children;
    switch (plain.name) {
      case 'CallExpression': {
        const name = this._tree.lastName(first) ?? '';
        return (
          DECODERS.test(name) ||
          (/^(?:join|format)$/.test(name) &&
            /\bchr\b/.test(this._tree.raw(plain)))
        );
      }
      case 'BinaryExpression':
        return [first, third].some(
          side => side && hops > 0 && this._isDecoded(side, hops - 1)
        );
      case 'MemberExpression':
        return (
          second?.name === '[' &&
          hops > 0 &&
          (this._texts.wholeText(first) !== null ||
            this._isDecoded(first, hops - 1))
        );
      default:
        return false;
    }
  }

  private _isFarText(text: string): boolean {
    if (SQL.test(text)) {
      return false;
    }
    const code = text.replace(/`[^`\n]*`/g, '_');
    const bare = code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '""');
    return (
      /@\s*[\p{L}_][\p{L}\p{N}_]*\s*[.(]/u.test(bare) ||
      this._judges.evaluated(code.replaceAll('@', ' ').trim())
    );
  }

  /** A spatial tree or a database client: its `query` is a different method. */
  private _isNoFrame(object: ISyntaxNode): boolean {
    const value = this._tree.valueOf(object) ?? object;
    if (value.name !== 'CallExpression') {
      return this._tree.path(object).split('.')[0] === 'duckdb';
    }
    const path = this._tree.path(value.children[0]);
    const [last] = path.split('.').slice(-1);
    const root = path.split('.')[0];
    return (
      (/^[A-Z]/.test(last) && !/Frame$|^Series$/.test(last)) ||
      /^(?:duckdb|sqlite3|bigquery|sqlalchemy|psycopg2?|pymysql)$/.test(root)
    );
  }
}
