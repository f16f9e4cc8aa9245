import type { ICallArguments } from './syntax/call-arguments';
import type { ISyntaxNode } from './syntax/parse-syntax';
import type { IJudges } from './judges';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';

const SQL =
  /^\s*(?:select|with|from|show|describe|create|insert|update|delete|pragma|copy|attach|match|return)\s/i;
/** Libraries whose calls do not return text. */
const LIBRARIES =
  /^(?:np|numpy|pl|polars|torch|tf|tensorflow|jnp|cp|xp)(?:\.|$)/;
const NOT_FRAMES =
  /^(?:k|r|p|eps|workers|return_distance|distance_upper_bound|dualtree|count_only|job_config|parameters|params)$/;

/** Text and functions passed to something that runs them. */
export class EvaluationJudge {
  constructor(
    private readonly _tree: PythonTree,
    private readonly _texts: PythonTexts,
    private readonly _judges: IJudges
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
      return !LIBRARIES.test(this._tree.rootPath(plain));
    }
    const isArray =
      /^(?:Array|Tuple)Expression$|^Number$/.test(plain.name) ||
      (plain.name === 'MemberExpression' &&
        plain.children.some(({ name }) => name === ':'));
    return !isArray;
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
