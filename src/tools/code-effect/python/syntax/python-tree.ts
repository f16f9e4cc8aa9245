import { FAR_ENOUGH } from './judge-limits';
import { callArguments, type ICallArguments } from './call-arguments';
import type { ISyntax, ISyntaxNode } from './parse-syntax';
import { isAscii, isJudged } from '../words/is-far-name';
import { PythonScopes } from './python-scopes';
import type { WorkBudget } from './work-budget';

/** Well-known modules, under their usual names. */
const KNOWN_MODULES =
  /^(?:pd|np|plt|sns|sp|pandas|numpy|matplotlib|scipy|sklearn|tempfile|glob|random|pathlib|io|re|json|csv|logging|inspect|IPython|torch|tf|os|sys|shutil)$/;
const NO_NAMES: ReadonlyMap<string, string> = new Map();
const UNKNOWN = '?';
const MORE = '…';

/** Parsed Python, and what its names and attribute chains stand for. */
export class PythonTree {
  /** In source order. */
  readonly nodes: readonly ISyntaxNode[];

  readonly hasErrors: boolean;
  readonly scopes: PythonScopes;
  private readonly _isAscii: boolean;

  private readonly _uses = new Map<string, boolean>();

  constructor(
    readonly code: string,
    syntax: ISyntax,
    readonly work: WorkBudget,
    private readonly _aliases: ReadonlyMap<string, string> = NO_NAMES
  ) {
    this.nodes = syntax.nodes;
    this.hasErrors = syntax.hasErrors;
    this._isAscii = isAscii(code);
    this.scopes = new PythonScopes(syntax.nodes, node => this.text(node));
  }

  /** The text of a name, as Python normalises it. */
  text({ from, to }: ISyntaxNode): string {
    const text = this.code.slice(from, to);
    return this._isAscii ? text : text.normalize('NFKC');
  }

  raw({ from, to }: ISyntaxNode): string {
    return this.code.slice(from, to);
  }

  textAfter(node: ISyntaxNode | undefined): string {
    if (!node) {
      return '';
    }
    const { parent } = node;
    const value =
      node.name === 'AssignOp' && parent
        ? parent.children[node.index + 1]
        : node;
    return value ? this.text(value) : '';
  }

  /** The name that is called or accessed; null for any other expression. */
  lastName(node: ISyntaxNode): string | null {
    if (node.name === 'VariableName') {
      return this.text(node);
    }
    const last = node.children[node.children.length - 1];
    return node.name === 'MemberExpression' && last.name === 'PropertyName'
      ? this.text(last)
      : null;
  }

  /** The original name of an import that was renamed. */
  ownName(node: ISyntaxNode): string {
    const path = this._pathOfName(node);
    return path.slice(path.lastIndexOf('.') + 1);
  }

  /**
   * The same for names bound by other cells: returns `os` for their `o`, where
   * it is used.
   */
  meant(node: ISyntaxNode): string {
    const name = this.text(node);
    return !this._aliases.has(name) ||
      this.scopes.paths.has(name) ||
      this.scopes.targets.has(node)
      ? name
      : this.ownName(node);
  }

  /** Whether a word is relevant in this notebook. */
  isJudged(word: string): boolean {
    return isJudged(word) || this._aliases.has(word);
  }

  /** The path with import names resolved: `pandas.compat.os`. */
  path(node: ISyntaxNode): string {
    const parts: string[] = [];
    let at = node;
    for (let steps = 0; steps < 12; steps++) {
      if (at.name === 'VariableName') {
        return [this._pathOfName(at), ...parts].join('.');
      }
      const last = this.lastName(at);
      if (last === null) {
        return [UNKNOWN, ...parts].join('.');
      }
      parts.unshift(last);
      [at] = at.children;
    }
    return [MORE, ...parts].join('.');
  }

  /** The same for the root of a chain of calls. */
  rootPath(node: ISyntaxNode): string {
    let at = node;
    for (
      let steps = 0;
      /^(?:Call|Member)Expression$/.test(at.name) && steps < FAR_ENOUGH;
      steps++
    ) {
      [at] = at.children;
    }
    return this.path(at);
  }

  rootOf(node: ISyntaxNode): string {
    let at = node;
    for (
      let steps = 0;
      at.name === 'MemberExpression' && steps < FAR_ENOUGH;
      steps++
    ) {
      [at] = at.children;
    }
    return this.text(at);
  }

  /** The value of a name, if the cell binds it exactly once. */
  valueOf(node: ISyntaxNode): ISyntaxNode | null {
    if (node.name !== 'VariableName' || this.scopes.targets.has(node)) {
      return null;
    }
    const values = this.scopes.valuesOf(this.text(node));
    return values?.length === 1 ? values[0] : null;
  }

  /** Whether a chain begins at a module, as far as this cell shows. */
  isModule(node: ISyntaxNode): boolean {
    const path = this.path(node);
    const root = path.split('.')[0];
    return (
      root === MORE ||
      (path !== UNKNOWN &&
        (KNOWN_MODULES.test(root) || this.scopes.paths.has(this.rootOf(node))))
    );
  }

  /** Whether the cell uses a name from a module, imported here or in another cell. */
  usesModule(module: string): boolean {
    let uses = this._uses.get(module);
    if (uses === undefined) {
      uses =
        this.scopes.importsFrom(module) ||
        this.nodes.some(
          node =>
            node.name === 'VariableName' &&
            this._pathOfName(node).split('.')[0] === module
        );
      this._uses.set(module, uses);
    }
    return uses;
  }

  /** Whether another cell gave a module another name. */
  hasAliasOf(module: string): boolean {
    return [...this._aliases.values()].some(
      path => path.split('.')[0] === module
    );
  }

  /** The attribute that is read from an expression: `.system` of `os`. */
  memberOf(node: ISyntaxNode): ISyntaxNode | null {
    const { parent } = node;
    const last = parent?.children[parent.children.length - 1];
    return parent?.name === 'MemberExpression' &&
      parent.children[0] === node &&
      last?.name === 'PropertyName'
      ? last
      : null;
  }

  /** An expression without surrounding parentheses. */
  plainOf(node: ISyntaxNode): ISyntaxNode {
    let at = node;
    while (at.name === 'ParenthesizedExpression' && at.children.length === 3) {
      this.work.spend(1);
      at = at.children[1];
    }
    return at;
  }

  argumentsOf(list: ISyntaxNode): ICallArguments {
    this.work.spend(list.children.length);
    return callArguments(list, node => this.text(node));
  }

  private _pathOfName(node: ISyntaxNode): string {
    const name = this.text(node);
    const alias = this._aliases.get(name);
    return (
      this.scopes.paths.get(name) ??
      (alias === undefined || this.scopes.isOwn(node, name) ? name : alias)
    );
  }
}
