import { FAR_ENOUGH, HOPS } from './syntax/judge-limits';
import type { ICallArguments } from './syntax/call-arguments';
import type { ISyntaxNode } from './syntax/parse-syntax';
import { sqlReachesOut } from '../sql/sql-reaches-out';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';

/** What SQL is wrapped in. */
const WRAPPERS = /^(?:text|SQL|DDL)$/;

/** The output of a program, where the name of a file is expected. */
const PIPE = /\|\s*$/;

/** SQL that reads a table whose name is only filled in: `read_csv(?)`. */
const FILLED_IN = /(?:read_\w+|sniff_csv|\w*scan\w*)\s*\(\s*\[?\s*[?$]/i;

/** Options of pandoc that name a program, or a file of options. */
const PANDOC =
  /^(?:--(?:lua-|citeproc-)?filter|-[FLd]|--pdf-engine|--defaults)/;

/** Files that can run code when they are loaded. */
const PICKLES = /\.(?:pkl|pickle|joblib|dill|pt|pth|ckpt|npy|npz)\s*$/i;

/**
 * Things that a library runs by itself: SQL that loads extensions, the output of
 * a program in place of a file, objects written as bytes.
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
    return (
      [...positional, ...names.map(name => named.get(name))].some(
        node => node !== undefined && this._isFarSql(node, HOPS)
      ) ||
      (positional.length > 1 &&
        FILLED_IN.test(this._texts.textOf(positional[0]).text) &&
        positional.slice(1).some(node => this._isPipe(node, HOPS)))
    );
  }

  /** DuckDB's `read_csv('ls |')`, which runs a command. */
  isPipe({ positional, named }: ICallArguments): boolean {
    const path =
      positional[0] ??
      named.get('path_or_buffer') ??
      named.get('file_glob') ??
      named.get('source');
    return path !== undefined && this._isPipe(path, HOPS);
  }

  /** Whether pandoc is told to run a program of the caller's. */
  isFarPandoc({ named, isOpen }: ICallArguments): boolean {
    const given = named.get('extra_args');
    const list = given && this._tree.plainOf(given);
    return (
      isOpen ||
      named.has('filters') ||
      (list?.children ?? []).some(each =>
        PANDOC.test(this._texts.wholeText(each) ?? '')
      )
    );
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

  private _isFarSql(node: ISyntaxNode, hops: number): boolean {
    const plain = this._tree.plainOf(node);
    const value = hops > 0 ? this._tree.valueOf(plain) : null;
    if (value) {
      return this._isFarSql(value, hops - 1);
    }
    const [callee, list] = plain.children;
    if (plain.name === 'CallExpression' && list && hops > 0) {
      const name = this._tree.lastName(callee) ?? '';
      if (WRAPPERS.test(name)) {
        const [text] = this._tree.argumentsOf(list).positional;
        return text !== undefined && this._isFarSql(text, hops - 1);
      }
      const [object] = callee.children;
      if (
        /^(?:format|bindparams)$/.test(name) &&
        object?.name === 'CallExpression'
      ) {
        return this._isFarSql(object, hops - 1);
      }
    }
    const { text } = this._texts.textOf(plain);
    this._tree.work.spend(text.length);
    return sqlReachesOut(text);
  }

  private _isPipe(node: ISyntaxNode, hops: number): boolean {
    const plain = this._tree.plainOf(node);
    if (/^(?:Array|Tuple)Expression$/.test(plain.name)) {
      return plain.children
        .slice(0, FAR_ENOUGH)
        .some(each => hops > 0 && this._isPipe(each, hops - 1));
    }
    const value = hops > 0 ? this._tree.valueOf(plain) : null;
    return value === null
      ? PIPE.test(this._texts.wholeText(plain) ?? '')
      : this._isPipe(value, hops - 1);
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
