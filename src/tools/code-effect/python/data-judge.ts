import { FAR_ENOUGH, HOPS } from './syntax/judge-limits';
import { PICKLERS } from './words/is-far-name';
import type { ICallArguments } from './syntax/call-arguments';
import type { ISyntaxNode } from './syntax/parse-syntax';
import { pythonText } from './syntax/python-repr';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';

const DOWNLOADS =
  /(?:^|\.)(?:urlopen|urlretrieve|b64decode|unhexlify|fromhex|decompress|hf_hub_download)$|^(?:requests|httpx|urllib|aiohttp|urllib3)\./;
const READS =
  /(?:^|\.)(?:open|read_text|read_bytes|urlopen|input)$|^(?:requests|httpx|urllib3?|aiohttp)\./;
/** In-memory files, whose content the code itself produced. */
const IN_MEMORY =
  /(?:^|\.)(?:BytesIO|StringIO|SpooledTemporaryFile|encode|decode|fromhex|a2b_\w+|bytes|bytearray)$/;

/** Judges the origin of data that can run code when loaded: pickles, models, YAML. */
export class DataJudge {
  constructor(
    private readonly _tree: PythonTree,
    private readonly _texts: PythonTexts
  ) {}

  isFarLoad(path: string, args: ICallArguments): boolean {
    const root = path.split('.')[0];
    const [source] = args.positional;
    if (root === 'yaml') {
      const loader = args.positional[1] ?? args.named.get('Loader');
      const name = loader ? this._tree.path(loader).split('.').pop() : '';
      return args.isOpen || !/^C?(?:Safe|Base)Loader$/.test(name ?? '');
    }
    if (/^(?:np|numpy)$/.test(root)) {
      const allowed = args.named.get('allow_pickle') ?? args.positional[2];
      return (
        allowed !== undefined &&
        this._tree.textAfter(allowed) !== 'False' &&
        this.isForeign(source ?? args.named.get('file'))
      );
    }
    return (
      (PICKLERS.test(root) &&
        (args.isOpen ||
          this.isForeign(source ?? [...args.named.values()][0]))) ||
      /(?:^|\.)hub\.load$/.test(path)
    );
  }

  /** Whether bytes are written in the code itself, or come from elsewhere. */
  isCrafted(node: ISyntaxNode | undefined): boolean {
    return (
      node !== undefined &&
      (this._texts.textOf(node).holes.length === 0 ||
        this.isForeign(node) ||
        this._isMade(node))
    );
  }

  /** Whether the data is not read from one of the person's own files. */
  isForeign(node: ISyntaxNode | undefined): boolean {
    return (
      node !== undefined && (this._isAddress(node) || this._isInMemory(node))
    );
  }

  /** Whether text is visibly read from a file, the network or a person. */
  isRead(node: ISyntaxNode): boolean {
    return this._comesFrom(node, each =>
      each.name === 'CallExpression'
        ? READS.test(this._tree.path(each.children[0])) || null
        : null
    );
  }

  private _isAddress(node: ISyntaxNode): boolean {
    return this._comesFrom(
      node,
      each => {
        if (each.name === 'String') {
          const literal = pythonText(this._tree.raw(each)) ?? '';
          return (
            /^\s*[\w+.-]+:\/\//.test(literal) && !/^\s*file:/i.test(literal)
          );
        }
        if (each.name === 'CallExpression') {
          return DOWNLOADS.test(this._tree.path(each.children[0]));
        }
        return null;
      },
      text => /:\/\//.test(text) && !/^file:\/\//i.test(text)
    );
  }

  private _isInMemory(node: ISyntaxNode): boolean {
    return this._comesFrom(node, each =>
      each.name === 'CallExpression'
        ? IN_MEMORY.test(this._tree.path(each.children[0]))
        : null
    );
  }

  /**
   * Whether any part of an expression, or of the values its names stand for,
   * qualifies.
   *
   * @param isSuch null if a node says nothing by itself.
   * @param isSuchText the same for the text an expression evaluates to.
   */
  private _comesFrom(
    node: ISyntaxNode,
    isSuch: (node: ISyntaxNode) => boolean | null,
    isSuchText: (text: string) => boolean = () => false,
    hops = HOPS,
    seen = new Map<ISyntaxNode, number>()
  ): boolean {
    if (this._tree.work.isSpent || (seen.get(node) ?? -1) >= hops) {
      return false;
    }
    seen.set(node, hops);
    if (isSuchText(this._texts.textOf(node).text)) {
      return true;
    }
    const all = inside(node);
    this._tree.work.spend(all.length);
    return all.some(each => {
      const answer = isSuch(each);
      if (answer !== null) {
        return answer;
      }
      const value = hops > 0 ? this._tree.valueOf(each) : null;
      return (
        value !== null &&
        this._comesFrom(value, isSuch, isSuchText, hops - 1, seen)
      );
    });
  }

  /** Whether bytes are assembled by code, rather than read or dumped. */
  private _isMade(node: ISyntaxNode, hops = HOPS): boolean {
    const plain = this._tree.plainOf(node);
    if (plain.name === 'CallExpression') {
      return !/^(?:dumps|read|read_bytes|get|getvalue|recv|fetchone)$/.test(
        this._tree.lastName(plain.children[0]) ?? ''
      );
    }
    if (plain.name === 'VariableName') {
      const value = hops > 0 ? this._tree.valueOf(plain) : null;
      return value !== null && this._isMade(value, hops - 1);
    }
    return plain.name !== 'MemberExpression';
  }
}

/** An expression and its parts, up to a limit. */
function inside(node: ISyntaxNode): ISyntaxNode[] {
  const all = [node];
  for (let at = 0; at < all.length && all.length < FAR_ENOUGH; at++) {
    all.push(...all[at].children.slice(0, FAR_ENOUGH));
  }
  return all;
}
