import { FAR_ENOUGH, HOPS } from './syntax/judge-limits';
import type { ICallArguments } from './syntax/call-arguments';
import type { ISyntaxNode } from './syntax/parse-syntax';
import type { PythonTree } from './syntax/python-tree';

/** Values of a name, or items of a list, that are examined. */
const MOST_VALUES = 8;

/** Nodes that loop over something; an argument list may hold a comprehension. */
const LOOPS = /^ForStatement$|Comprehension|^ArgList$/;

/** Names and makers of file systems: `fsspec`, `pyarrow.fs`, and what builds on them. */
const FILE_SYSTEM = /^(?:\w+_)?fs$|^file_?system$/i;
const MAKES_FILE_SYSTEM =
  /(?:FileSystem|^filesystem|\.filesystem)$|^(?:fsspec|s3fs|gcsfs|adlfs)\./;

/** Whether an expression is a `pathlib` path, whose methods can move files. */
export class PathJudge {
  constructor(private readonly _tree: PythonTree) {}

  isPath(node: ISyntaxNode, hops = HOPS): boolean {
    const [first] = node.children;
    switch (node.name) {
      case 'CallExpression':
        return (
          /(?:^|\.)(?:Pure|Posix|Windows)?Path$/.test(this._tree.path(first)) ||
          (first.name === 'MemberExpression' &&
            /^(?:cwd|home|with_suffix|with_name|with_stem|resolve|absolute|joinpath|expanduser)$/.test(
              this._tree.lastName(first) ?? ''
            ) &&
            (/(?:^|\.)Path$/.test(this._tree.path(first.children[0])) ||
              (hops > 0 && this.isPath(first.children[0], hops - 1))))
        );
      case 'ParenthesizedExpression':
        return hops > 0 && this.isPath(this._tree.plainOf(node), hops - 1);
      case 'NamedExpression':
        return this._isOneOf(node.children, hops);
      case 'ConditionalExpression':
        return this._isOneOf([first, ...node.children.slice(4)], hops);
      case 'BinaryExpression':
        switch (this._tree.text(node.children[1])) {
          case '/':
            return hops > 0 && this.isPath(first, hops - 1);
          case 'or':
            return this._isOneOf(node.children, hops);
          case 'and':
            return this._isOneOf(node.children.slice(2), hops);
          default:
            return false;
        }
      case 'MemberExpression':
        return (
          hops > 0 &&
          (node.children[1]?.name === '['
            ? this._isListOfPaths(first, hops - 1)
            : this._tree.lastName(node) === 'parent' &&
              this.isPath(first, hops - 1))
        );
      case 'VariableName': {
        if (hops <= 0 || this._tree.scopes.targets.has(node)) {
          return false;
        }
        const values = this._tree.scopes.valuesOf(this._tree.text(node));
        return values === null
          ? this._isOneOfPaths(node, hops - 1)
          : this._isOneOf(values, hops);
      }
      default:
        return false;
    }
  }

  isPathClass(node: ISyntaxNode): boolean {
    return /(?:^|\.)(?:Pure|Posix|Windows)?Path$/.test(this._tree.path(node));
  }

  /** Whether a method of that name deletes or moves a file. */
  isFarMove(
    name: string,
    object: ISyntaxNode,
    { positional }: ICallArguments
  ): boolean {
    // Two arguments are what the method of a text takes.
    const isOfText = name === 'replace' && positional.length > 1;
    return (
      (name !== 'delete' &&
        ((!isOfText && this.isPath(object)) || this.isPathClass(object))) ||
      (/^(?:rename|move|delete)$/.test(name) && this._isFileSystem(object))
    );
  }

  /** Whether an object deletes and moves files by their names. */
  private _isFileSystem(node: ISyntaxNode, hops = HOPS): boolean {
    const plain = this._tree.plainOf(node);
    if (plain.name === 'CallExpression') {
      return MAKES_FILE_SYSTEM.test(this._tree.path(plain.children[0]));
    }
    const value = hops > 0 ? this._tree.valueOf(plain) : null;
    return value === null
      ? FILE_SYSTEM.test(this._tree.lastName(plain) ?? '')
      : this._isFileSystem(value, hops - 1);
  }

  private _isOneOf(nodes: readonly ISyntaxNode[], hops: number): boolean {
    const some = nodes.slice(0, MOST_VALUES);
    this._tree.work.spend(some.length);
    return hops > 0 && some.some(each => this.isPath(each, hops - 1));
  }

  /**
   * Whether it is the variable of a surrounding loop over the files of a folder,
   * or a parameter that takes paths.
   */
  private _isOneOfPaths(node: ISyntaxNode, hops: number): boolean {
    const name = this._tree.text(node);
    let at = node.parent;
    for (let steps = 0; at && steps < FAR_ENOUGH; steps++, at = at.parent) {
      this._tree.work.spend(1);
      const { children } = at;
      if (/^(?:FunctionDefinition|LambdaExpression)$/.test(at.name)) {
        const list = children.find(each => each.name === 'ParamList');
        this._tree.work.spend(list?.children.length ?? 0);
        const index =
          list?.children.findIndex(each => this._tree.text(each) === name) ??
          -1;
        if (list && index >= 0) {
          return this._takesPaths(at, list.children.slice(index + 1), hops);
        }
      }
      if (!LOOPS.test(at.name)) {
        continue;
      }
      this._tree.work.spend(children.length);
      const from = children.findIndex(each => each.name === 'for');
      const to = children.findIndex(
        (each, index) => index > from && each.name === 'in'
      );
      if (
        from >= 0 &&
        children
          .slice(from + 1, to)
          .some(each => this._tree.text(each) === name) &&
        children[to + 1] &&
        this._isListOfPaths(children[to + 1], hops)
      ) {
        return true;
      }
    }
    return false;
  }

  /** Whether a parameter is annotated as a path, or a function is mapped over paths. */
  private _takesPaths(
    definition: ISyntaxNode,
    after: readonly ISyntaxNode[],
    hops: number
  ): boolean {
    const [type] = after;
    if (type?.name === 'TypeDef') {
      return /\bPath\b/.test(this._tree.text(type));
    }
    const list = definition.parent;
    return (
      (type?.name === 'AssignOp' && this._isOneOf(after.slice(1, 2), hops)) ||
      (definition.name === 'LambdaExpression' &&
        list?.name === 'ArgList' &&
        this._tree
          .argumentsOf(list)
          .positional.slice(1, MOST_VALUES)
          .some(each => hops > 0 && this._isListOfPaths(each, hops - 1)))
    );
  }

  private _isListOfPaths(node: ISyntaxNode, hops: number): boolean {
    const value =
      (hops > 0 ? this._tree.valueOf(node) : null) ?? this._tree.plainOf(node);
    if (/^(?:Array|Tuple|Set|ArrayComprehension)Expression$/.test(value.name)) {
      return this._isOneOf(value.children, hops);
    }
    if (value.name === 'VariableName') {
      return hops > 0 && this._isOneOfPaths(value, hops - 1);
    }
    if (value.name !== 'CallExpression') {
      return false;
    }
    const [callee, list] = value.children;
    const name = this._tree.lastName(callee) ?? '';
    if (/^(?:iterdir|rglob)$/.test(name)) {
      return true;
    }
    if (/^(?:sorted|list|set|tuple|reversed|tqdm)$/.test(name)) {
      const [first] = this._tree.argumentsOf(list).positional;
      return (
        hops > 0 && first !== undefined && this._isListOfPaths(first, hops - 1)
      );
    }
    return (
      name === 'glob' &&
      callee.name === 'MemberExpression' &&
      !/^glob(?:\.|$)/.test(this._tree.path(callee.children[0]))
    );
  }
}
