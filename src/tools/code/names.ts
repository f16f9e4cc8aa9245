import type { ISyntaxNode } from './parse-python';
import type { Packages } from './packages';
import { CodeRefusal } from './code-refusal';

/** What a name stands for. */
export type Binding =
  /**
   * @param node what it is set to, if that is one expression.
   * @param others what further cells set it to.
   */
  | { kind: 'value'; node?: ISyntaxNode; others?: (ISyntaxNode | undefined)[] }
  | { kind: 'module'; path: string }
  | { kind: 'member'; base: string; name: string }
  | { kind: 'unsafe'; refused: CodeRefusal };

export type Bindings = ReadonlyMap<string, readonly Binding[]>;

const MAX_DEPTH = 150;
/** Nobody sets a name so often in one cell. */
const MAX_MEANINGS = 1000;
/**
 * Python's own names for what leaves the code that is judged. Each stands for
 * itself where the cell that sets it never ran, or where it was deleted.
 */
export const NEVER_OWN =
  /^(?:eval|exec|compile|execfile|globals|locals|vars|breakpoint|getattr|setattr|delattr|input|open|quit|exit|get_ipython|__\w+__)$/;
const FUNCTION = /^(?:FunctionDefinition|LambdaExpression)$/;
/** Defaults and annotations see what is around the function. */
const AROUND = /^(?:(?:Type)?ParamList|TypeDef)$/;
const LIST = /^(?:Tuple|Array|Parenthesized)Expression$/;

export function isCallee({ parent, index }: ISyntaxNode): boolean {
  return parent?.name === 'CallExpression' && index === 0;
}

/** `[n for n in rows]`; also `sum(n for n in rows)`, whose arguments are one. */
function isComprehension({ name, children }: ISyntaxNode): boolean {
  return (
    name.includes('Comprehension') ||
    (name === 'ArgList' && children.some(child => child.name === 'for'))
  );
}

/** Whether something is assigned to this, and not read from it. */
export function isTarget(node: ISyntaxNode): boolean {
  let at = node;
  while (
    /^(?:Tuple|Array|Parenthesized)Expression$/.test(at.parent?.name ?? '')
  ) {
    at = at.parent ?? at;
  }
  const beside = at.parent?.children ?? [];
  switch (at.parent?.name) {
    case 'AssignStatement':
      return beside.slice(at.index).some(({ name }) => name === 'AssignOp');
    case 'UpdateStatement':
      return at.index === 0;
    case 'DeleteStatement':
      return true;
    case 'WithStatement':
      return beside[at.index - 1]?.name === 'as';
    default:
      return (
        beside
          .slice(0, at.index)
          .findLast(({ name }) => /^(?:for|in)$/.test(name))?.name === 'for' &&
        beside.slice(at.index).some(({ name }) => name === 'in')
      );
  }
}

/** The attributes that are looked up on a name, one after the other. */
export function attributesOf(node: ISyntaxNode): ISyntaxNode[] {
  const found: ISyntaxNode[] = [];
  if (node.parent?.name === 'Decorator') {
    return node.parent.children
      .slice(node.index + 1)
      .filter(({ name }) => name === 'VariableName');
  }
  for (
    let at = node;
    at.parent?.name === 'MemberExpression' &&
    at.index === 0 &&
    at.parent.children.at(-1)?.name === 'PropertyName';
    at = at.parent
  ) {
    found.push(at.parent.children[at.parent.children.length - 1]);
  }
  return found;
}

/** Whether both stand for the same; a plain value is like any other. */
export function isSame(one: Binding, other: Binding): boolean {
  return (
    (one.kind === 'value' && other.kind === 'value') ||
    (one.kind === 'module' &&
      other.kind === 'module' &&
      one.path === other.path) ||
    (one.kind === 'member' &&
      other.kind === 'member' &&
      one.base === other.base &&
      one.name === other.name) ||
    (one.kind === 'unsafe' &&
      other.kind === 'unsafe' &&
      one.refused.message === other.refused.message)
  );
}

/** The scopes of a cell's syntax tree, and what their names stand for. */
export class Names {
  /** The places where a name is bound, and not used. */
  readonly definitions = new Set<ISyntaxNode>();
  private readonly _scopes = new Map<ISyntaxNode, Map<string, Binding[]>>();
  /** Names that are `global` or `nonlocal` there. */
  private readonly _elsewhere = new Map<ISyntaxNode, Set<string>>();
  /** Why an import asks. */
  readonly refusedImports = new Map<ISyntaxNode, CodeRefusal>();
  /** Where the cell itself has certainly set a name. */
  private readonly _setAt = new Map<string, number>();
  /** Names that it also deletes. */
  private readonly _unset = new Set<string>();

  /** @param outer what other cells bind. */
  constructor(
    private readonly _top: ISyntaxNode,
    private readonly _outer: Bindings,
    private readonly _packages: Packages
  ) {
    this._scopes.set(_top, new Map());
    this.walk(_top, [_top], 0);
  }

  text({ code, from, to }: ISyntaxNode): string {
    return code.slice(from, to).normalize('NFKC');
  }

  /** What the cell binds for others. */
  get top(): Map<string, Binding[]> {
    return this._scopes.get(this._top) ?? new Map();
  }

  /**
   * All that a name may stand for at this place; null if nothing binds it. Class
   * bodies, comprehensions and defaults also see what is around them.
   */
  find(name: string, node: ISyntaxNode): readonly Binding[] | null {
    const isSet = this.isSurelySet(name, node);
    if (NEVER_OWN.test(name) && !isSet && !this.isOfFunction(name, node)) {
      return null;
    }
    const found: Binding[] = [];
    let isNearest = true;
    let inner = node;
    for (let at = node.parent; at; inner = at, at = at.parent) {
      const bound = this._scopes.get(at)?.get(name);
      if (bound && (at.name !== 'ClassDefinition' || isNearest)) {
        found.push(...bound);
        if (
          FUNCTION.test(at.name) &&
          !AROUND.test(inner.name) &&
          !this._elsewhere.get(at)?.has(name)
        ) {
          return found;
        }
      }
      isNearest &&= !FUNCTION.test(at.name);
    }
    if (!isSet) {
      found.push(...(this._outer.get(name) ?? []));
    }
    return found.length > 0 ? found : null;
  }

  /** Whether a function, class or comprehension around this has a name of its own. */
  isLocal(name: string, node: ISyntaxNode): boolean {
    let at = node.parent;
    while (at && (at === this._top || !this._scopes.get(at)?.has(name))) {
      at = at.parent;
    }
    return at !== null;
  }

  isInFunction(node: ISyntaxNode): boolean {
    let at = node.parent;
    while (at && !FUNCTION.test(at.name)) {
      at = at.parent;
    }
    return at !== null;
  }

  /** A function, a generator or an annotation may run after other cells have set the name. */
  private isSurelySet(name: string, node: ISyntaxNode): boolean {
    let at = node;
    while (
      at.parent &&
      !FUNCTION.test(at.name) &&
      !isComprehension(at) &&
      !at.name.startsWith('Type')
    ) {
      at = at.parent;
    }
    return (
      at === this._top &&
      !this._unset.has(name) &&
      (this._setAt.get(name) ?? Infinity) <= node.from
    );
  }

  /** Whether Python looks for the name in a function alone. */
  private isOfFunction(name: string, node: ISyntaxNode): boolean {
    let inner = node;
    for (let at = node.parent; at; inner = at, at = at.parent) {
      if (this._elsewhere.get(at)?.has(name)) {
        return false;
      }
      if (
        FUNCTION.test(at.name) &&
        !AROUND.test(inner.name) &&
        this._scopes.get(at)?.has(name)
      ) {
        return true;
      }
    }
    return false;
  }

  private bind(
    scope: ISyntaxNode,
    node: ISyntaxNode,
    binding: Binding,
    isUse = false
  ): void {
    if (!isUse) {
      this.definitions.add(node);
    }
    const names = this._scopes.get(scope);
    const name = this.text(node);
    if (scope !== this._top && this._elsewhere.get(scope)?.has(name)) {
      // An import under a name of another scope: nobody writes that.
      if (binding.kind !== 'value') {
        throw new CodeRefusal('name', name);
      }
      this.bind(this._top, node, binding, isUse);
    }
    const list = names?.get(name);
    if (list) {
      if (list.length === MAX_MEANINGS) {
        throw new CodeRefusal('length');
      }
      // A value may have to be looked at; the same import again says no more.
      if (
        binding.kind === 'value' ||
        !list.some(each => isSame(each, binding))
      ) {
        list.push(binding);
      }
    } else {
      names?.set(name, [binding]);
    }
  }

  private targets(
    nodes: readonly ISyntaxNode[],
    scope: ISyntaxNode,
    value?: ISyntaxNode
  ): void {
    for (const node of nodes) {
      if (node.name === 'VariableName') {
        this.bind(scope, node, { kind: 'value', node: value });
      } else if (LIST.test(node.name)) {
        this.targets(node.children, scope, value);
      }
    }
  }

  private walk(
    node: ISyntaxNode,
    scopes: readonly ISyntaxNode[],
    depth: number
  ): void {
    if (depth > MAX_DEPTH) {
      throw new CodeRefusal('length');
    }
    const { name, children } = node;
    const here = scopes[scopes.length - 1];
    let inner = scopes;
    if (
      FUNCTION.test(name) ||
      isComprehension(node) ||
      name === 'ClassDefinition'
    ) {
      this._scopes.set(node, new Map());
      inner = [...scopes, node];
    }
    switch (name) {
      case 'ImportStatement':
        this.imports(node, here);
        return;
      case 'FunctionDefinition':
      case 'ClassDefinition': {
        const own = children.find(child => child.name === 'VariableName');
        if (own) {
          this.bind(here, own, { kind: 'value', node });
          this.set(node, [own]);
        }
        break;
      }
      case 'ParamList':
        children.forEach((child, at) => {
          if (
            child.name === 'VariableName' &&
            children[at - 1]?.name !== 'AssignOp'
          ) {
            this.bind(here, child, { kind: 'value' });
          }
        });
        break;
      case 'AssignStatement': {
        const last = children.findLastIndex(child => child.name === 'AssignOp');
        const targets = children
          .slice(0, last < 0 ? children.length : last)
          .filter(child => child.name !== 'TypeDef');
        this.targets(targets, here, children[children.length - 1]);
        if (last > 0) {
          this.set(node, targets);
        }
        break;
      }
      case 'UpdateStatement':
        if (children[0].name === 'VariableName') {
          this.bind(here, children[0], { kind: 'value' }, true);
        }
        break;
      case 'NamedExpression':
        this.bind(
          scopes.findLast(scope => !isComprehension(scope)) ?? here,
          children[0],
          { kind: 'value' }
        );
        break;
      case 'WithStatement':
      case 'TryStatement':
        children.forEach((child, at) => {
          if (child.name === 'as') {
            this.targets([children[at + 1]], here, children[at - 1]);
            if (name === 'TryStatement') {
              this._unset.add(this.text(children[at + 1]));
            }
          }
        });
        break;
      case 'DeleteStatement':
        this.text(node)
          .match(/\w+/g)
          ?.forEach(each => this._unset.add(each));
        break;
      case 'TypeParam':
      case 'TypeDefinition': {
        const own = children.find(child => child.name === 'VariableName');
        if (own) {
          this.bind(here, own, { kind: 'value' });
        }
        break;
      }
      case 'CapturePattern':
        this.targets(children, here);
        break;
      case 'AsPattern':
        this.targets(children.slice(-1), here);
        break;
      case 'ScopeStatement':
        if (children.some(child => NEVER_OWN.test(this.text(child)))) {
          throw new CodeRefusal('name', this.text(node));
        }
        children.forEach(child => this.definitions.add(child));
        this._elsewhere.set(
          here,
          new Set([
            ...(this._elsewhere.get(here) ?? []),
            ...children.map(child => this.text(child))
          ])
        );
        return;
      default:
        if (name === 'ForStatement' || isComprehension(node)) {
          this.loop(node, inner[inner.length - 1]);
        }
    }
    children.forEach(child => this.walk(child, inner, depth + 1));
  }

  private loop({ name, children }: ISyntaxNode, scope: ISyntaxNode): void {
    let isTarget = false;
    children.forEach((child, at) => {
      if (child.name === 'for' || child.name === 'in') {
        isTarget = child.name === 'for';
      } else if (isTarget) {
        const from = children.findIndex(
          (each, index) => index > at && each.name === 'in'
        );
        this.targets(
          [child],
          scope,
          name === 'ForStatement' ? children[from + 1] : undefined
        );
      }
    });
  }

  /** A statement of the cell itself, not of a branch or a function. */
  private set(
    { parent, to }: ISyntaxNode,
    targets: readonly ISyntaxNode[]
  ): void {
    if (parent === this._top) {
      for (const target of targets.filter(
        ({ name }) => name === 'VariableName'
      )) {
        const name = this.text(target);
        this._setAt.set(name, Math.min(this._setAt.get(name) ?? to, to));
      }
    }
  }

  private imports(statement: ISyntaxNode, scope: ISyntaxNode): void {
    const { children } = statement;
    const words = children.map(child => this.text(child));
    if (words.includes('*')) {
      this.refusedImports.set(
        statement,
        new CodeRefusal('member', words.join(' '))
      );
      return;
    }
    const isFrom = words[0] === 'from';
    const at = words.indexOf('import');
    const base = isFrom ? words.slice(1, at).join('') : '';
    if (base.startsWith('.')) {
      this.refusedImports.set(statement, new CodeRefusal('package', base));
      return;
    }
    let part: ISyntaxNode[] = [];
    for (const child of [...children.slice(at + 1), null]) {
      if (child && !/^[(),]$/.test(this.text(child))) {
        this.definitions.add(child);
        part.push(child);
        continue;
      }
      if ((child === null || this.text(child) === ',') && part.length > 0) {
        const as = part.findIndex(({ name }) => name === 'as');
        const path = part
          .slice(0, as < 0 ? undefined : as)
          .map(each => this.text(each))
          .join('');
        const own = as < 0 ? part[0] : part[as + 1];
        const binding: Binding = isFrom
          ? this.member(base, path)
          : this._packages.find(path)
            ? { kind: 'module', path: as < 0 ? path.split('.')[0] : path }
            : { kind: 'unsafe', refused: this._packages.importRefused(path) };
        if (binding.kind === 'unsafe') {
          this.refusedImports.set(statement, binding.refused);
        }
        this.bind(scope, own, binding);
        this.set(statement, [own]);
        part = [];
      }
    }
  }

  private member(base: string, name: string): Binding {
    const module = this._packages.find(base);
    const path = `${base}.${name}`;
    if (!module || !this._packages.submodule(base)) {
      return { kind: 'unsafe', refused: this._packages.importRefused(base) };
    }
    if (path === 'os.environ') {
      return { kind: 'unsafe', refused: new CodeRefusal('environment', path) };
    }
    if (this._packages.submodule(path)) {
      return { kind: 'module', path };
    }
    const refused = this._packages.memberRefused(module, base, name);
    return refused
      ? { kind: 'unsafe', refused }
      : { kind: 'member', base, name };
  }
}
