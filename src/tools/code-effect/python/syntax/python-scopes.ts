import { importedNames, type IImported } from './imported-names';
import { mayReset } from './may-reset';
import type { ISyntaxNode } from './parse-syntax';
import { BUILT_IN } from '../words/python-words';

/** Nodes with a scope of their own. */
const COMPREHENSIONS: ReadonlySet<string> = new Set([
  'ArrayComprehensionExpression',
  'ComprehensionExpression',
  'DictionaryComprehensionExpression',
  'SetComprehensionExpression'
]);
const FUNCTIONS = /^(?:FunctionDefinition|LambdaExpression)$/;
/** Their targets are the module's, or the function's around them. */
const LOOPS = /^(?:For|With)Statement$/;

/** Python itself rejects deeper code. */
const DEEPEST = 400;

interface IScope {
  bound: Set<string>;
  /** Names declared `global` or `nonlocal`. */
  outer: Set<string>;
}

/** Which names a cell binds, where, and to what. */
export class PythonScopes {
  /** Names and members that are assigned to here. */
  readonly targets = new Set<ISyntaxNode>();

  /** What the cell imports, in order. */
  readonly imported: IImported[] = [];
  /** The path each name was imported from; the last import counts. */
  readonly paths = new Map<string, string>();
  private readonly _scopes = new Map<ISyntaxNode, IScope>();

  private readonly _values = new Map<string, ISyntaxNode[]>();

  /** Names whose value is not an expression in the cell. */
  private readonly _unknown = new Set<string>();

  /** Packages from which something is imported. */
  private readonly _roots = new Set<string>();

  private readonly _functions = new Set<string>();

  /** Names that the module binds unconditionally, and from which position on. */
  private readonly _bound = new Map<string, number>();

  /** Names that are unbound somewhere, and then mean what Python says again. */
  private readonly _deleted = new Set<string>();

  private _resets: boolean | null = null;

  constructor(
    private readonly _nodes: readonly ISyntaxNode[],
    private readonly _text: (node: ISyntaxNode) => string
  ) {
    _nodes.forEach(node => this._visit(node));
  }

  /**
   * The values assigned to a name anywhere in this cell; null if that cannot be
   * told.
   */
  valuesOf(name: string): readonly ISyntaxNode[] | null {
    return this._unknown.has(name) ? null : (this._values.get(name) ?? null);
  }

  /** Whether anything from a package is imported. */
  importsFrom(root: string): boolean {
    return this._roots.has(root);
  }

  /** Whether a name is a function defined in this cell. */
  isFunction(name: string): boolean {
    return this._functions.has(name);
  }

  /**
   * Whether a name cannot have the meaning that Python or another cell gives
   * it: because it is a local variable, or because this cell bound it
   * unconditionally before and deletes it nowhere.
   */
  isOwn(node: ISyntaxNode, name: string): boolean {
    if (this.paths.has(name) || this._deleted.has(name)) {
      return false;
    }
    let child = node;
    /** A function runs later, when another cell may have deleted the name. */
    let isLater = false;
    for (let depth = 0; depth < DEEPEST && child.parent; depth++) {
      const { parent } = child;
      const scope = this._scopes.get(parent);
      if (
        scope?.bound.has(name) &&
        !scope.outer.has(name) &&
        isInside(parent, child) &&
        !(isLater && LOOPS.test(parent.name))
      ) {
        return !LOOPS.test(parent.name) || !this._mayReset();
      }
      if (parent.name === 'Script') {
        const from = this._bound.get(name);
        return (
          from !== undefined &&
          from <= node.from &&
          !(isLater && BUILT_IN.has(name)) &&
          !this._mayReset()
        );
      }
      isLater ||= FUNCTIONS.test(parent.name);
      child = parent;
    }
    return false;
  }

  /** Whether a name is a variable of the function around its use. */
  isLocal(node: ISyntaxNode, name: string): boolean {
    let at = node.parent;
    for (let depth = 0; at && depth < DEEPEST; depth++, at = at.parent) {
      if (at.name === 'FunctionDefinition') {
        const scope = this._scopes.get(at);
        return !!scope?.bound.has(name) && !scope.outer.has(name);
      }
    }
    return false;
  }

  /** Whether a value is given to a name, other than as a parameter. */
  isAssigned(name: string): boolean {
    return this._values.has(name);
  }

  /** Whether this cell binds a name anywhere, be it only inside a function. */
  isBound(name: string): boolean {
    return this._values.has(name) || this._unknown.has(name);
  }

  /** Whether a name is deleted anywhere in this cell. */
  isDeleted(name: string): boolean {
    return this._deleted.has(name);
  }

  private _mayReset(): boolean {
    this._resets ??= mayReset(this._nodes, this._text);
    return this._resets;
  }

  private _visit(node: ISyntaxNode): void {
    const { children } = node;
    switch (node.name) {
      case 'ImportStatement':
        this._imports(node);
        break;
      case 'AssignStatement':
        this._assignment(node);
        break;
      case 'UpdateStatement':
        this._target(children[0], node, children[children.length - 1]);
        break;
      case 'NamedExpression':
        this._target(children[0], node, children[children.length - 1]);
        break;
      case 'ForStatement':
        this._between(node, 'for', 'in');
        break;
      case 'WithStatement':
      case 'TryStatement':
      case 'AsPattern':
        children.forEach((child, at) => {
          if (children[at - 1]?.name === 'as') {
            this._target(child, node, null);
            if (node.name === 'TryStatement') {
              this._deleted.add(this._text(child));
            }
          }
        });
        break;
      case 'CapturePattern':
      case 'MappingPattern':
      case 'TypeParam':
        children
          .filter(({ name }) => name === 'VariableName')
          .forEach(child => this._target(child, node, null));
        break;
      case 'DeleteStatement':
        this._deletion(node);
        break;
      case 'ScopeStatement': {
        const scope = this._scopeOf(node);
        children.slice(1).forEach(child => {
          this.targets.add(child);
          scope?.outer.add(this._text(child));
        });
        break;
      }
      case 'FunctionDefinition':
      case 'ClassDefinition': {
        const name = children.find(child => child.name === 'VariableName');
        if (name) {
          this._target(name, node, null);
          if (node.name === 'FunctionDefinition') {
            this._functions.add(this._text(name));
          }
        }
        break;
      }
      case 'ParamList':
        children.forEach((child, at) => {
          if (
            child.name === 'VariableName' &&
            children[at - 1]?.name !== 'AssignOp'
          ) {
            this._target(child, node, null);
          }
        });
        break;
      case 'ArgList':
        children.forEach((child, at) => {
          if (children[at + 1]?.name === 'AssignOp') {
            this.targets.add(child);
            if (this._text(children[at + 1]) === ':=') {
              this._target(child, node, children[at + 2] ?? null);
            }
          }
        });
        this._between(node, 'for', 'in');
        break;
      default:
        if (COMPREHENSIONS.has(node.name)) {
          this._between(node, 'for', 'in');
        }
    }
  }

  private _imports(node: ISyntaxNode): void {
    importedNames(node, this._text).forEach(each => {
      const { module, path, alias } = each;
      this.imported.push(each);
      const bound = alias ?? each.name.split('.')[0];
      this.paths.set(bound, alias === null && module === '' ? bound : path);
      this._roots.add(path.split('.')[0]);
    });
    node.children.forEach(child => this.targets.add(child));
  }

  private _assignment(node: ISyntaxNode): void {
    const { children } = node;
    const last = children.findLastIndex(({ name }) => name === 'AssignOp');
    const value = last < 0 ? null : children.slice(last + 1);
    children.slice(0, Math.max(last, 1)).forEach(child => {
      if (child.name !== 'TypeDef') {
        const isAlone = value?.length === 1;
        this._target(child, node, isAlone ? value[0] : null, last >= 0);
      }
    });
  }

  private _between(node: ISyntaxNode, first: string, last: string): void {
    let isTarget = false;
    node.children.forEach(child => {
      if (child.name === first) {
        isTarget = true;
      } else if (child.name === last) {
        isTarget = false;
      } else if (isTarget) {
        this._target(child, child, null);
      }
    });
  }

  /** Plain names, and attributes: a module's are its names. */
  private _deletion(node: ISyntaxNode): void {
    const left = [...node.children];
    for (let child = left.pop(); child; child = left.pop()) {
      const last = child.children[child.children.length - 1];
      if (child.name === 'VariableName') {
        this._target(child, node, null);
        this._deleted.add(this._text(child));
      } else if (last?.name === 'PropertyName') {
        this._deleted.add(this._text(last));
      } else if (child.name !== 'MemberExpression') {
        left.push(...child.children);
      }
    }
  }

  /** @param isSet false for a mere annotation, which binds nothing. */
  private _target(
    target: ISyntaxNode,
    at: ISyntaxNode,
    value: ISyntaxNode | null,
    isSet = true
  ): void {
    const left = [target];
    for (let node = left.pop(); node; node = left.pop()) {
      if (/^(?:Tuple|Array|Parenthesized)Expression$/.test(node.name)) {
        left.push(...node.children);
        value = null;
        continue;
      }
      if (node.name !== 'VariableName' && node.name !== 'MemberExpression') {
        continue;
      }
      this.targets.add(node);
      if (node.name === 'VariableName' && isSet) {
        this._bind(this._text(node), at, value);
      }
    }
  }

  private _bind(
    name: string,
    at: ISyntaxNode,
    value: ISyntaxNode | null
  ): void {
    if (value) {
      const values = this._values.get(name) ?? [];
      values.push(value);
      this._values.set(name, values);
    } else {
      this._unknown.add(name);
    }
    const isLasting =
      at.parent?.name === 'Script' &&
      /^(?:AssignStatement|FunctionDefinition|ClassDefinition)$/.test(at.name);
    if (isLasting) {
      this._bound.set(name, Math.min(this._bound.get(name) ?? Infinity, at.to));
    }
    if (at.name !== 'DeleteStatement') {
      this._scopeOf(at)?.bound.add(name);
    }
  }

  /**
   * The scope in which a statement or a target inside it binds; null for the
   * module.
   */
  private _scopeOf(node: ISyntaxNode): IScope | null {
    const isOwn = /Definition$/.test(node.name);
    for (
      let child = node, depth = 0;
      child.parent && depth < DEEPEST;
      child = child.parent, depth++
    ) {
      const { parent } = child;
      const isScope =
        (/^(?:FunctionDefinition|LambdaExpression|ClassDefinition)$/.test(
          parent.name
        ) &&
          !(isOwn && parent === node)) ||
        // Simplified here: a loop variable is only visible in its body.
        ((parent.name === 'ForStatement' || parent.name === 'WithStatement') &&
          child.name !== 'Body') ||
        ((COMPREHENSIONS.has(parent.name) || parent.name === 'ArgList') &&
          node === child);
      if (isScope) {
        if (parent.name === 'ClassDefinition') {
          return null;
        }
        const scope = this._scopes.get(parent) ?? {
          bound: new Set(),
          outer: new Set()
        };
        this._scopes.set(parent, scope);
        return scope;
      }
    }
    return null;
  }
}

/** Whether a child of a scope sees that scope's names. */
function isInside(scope: ISyntaxNode, child: ISyntaxNode): boolean {
  switch (scope.name) {
    case 'FunctionDefinition':
    case 'ForStatement':
    case 'WithStatement':
      return child.name === 'Body';
    case 'LambdaExpression':
      return child.name !== 'ParamList';
    default: {
      // The first iterable is evaluated outside.
      const first = scope.children.findIndex(({ name }) => name === 'in');
      return scope.children[first + 1] !== child;
    }
  }
}
