import { FAR_ENOUGH, HOPS } from './syntax/judge-limits';
import type { ISyntaxNode } from './syntax/parse-syntax';
import type { PythonTree } from './syntax/python-tree';

/** Nodes that loop over something; an argument list may hold a comprehension. */
const LOOPS = /^ForStatement$|Comprehension|^ArgList$/;

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
      case 'BinaryExpression':
        return (
          node.children[1]?.name === 'ArithOp' &&
          this._tree.text(node.children[1]) === '/' &&
          hops > 0 &&
          this.isPath(first, hops - 1)
        );
      case 'MemberExpression':
        return (
          this._tree.lastName(node) === 'parent' &&
          hops > 0 &&
          this.isPath(first, hops - 1)
        );
      case 'VariableName': {
        const value = hops > 0 ? this._tree.valueOf(node) : null;
        return value === null
          ? hops > 0 && this._isOneOfPaths(node, hops - 1)
          : this.isPath(value, hops - 1);
      }
      default:
        return false;
    }
  }

  isPathClass(node: ISyntaxNode): boolean {
    return /(?:^|\.)(?:Pure|Posix|Windows)?Path$/.test(this._tree.path(node));
  }

  /** Whether it is the variable of a surrounding loop over the files of a folder. */
  private _isOneOfPaths(node: ISyntaxNode, hops: number): boolean {
    const name = this._tree.text(node);
    let at = node.parent;
    for (let steps = 0; at && steps < FAR_ENOUGH; steps++, at = at.parent) {
      this._tree.work.spend(1);
      const { children } = at;
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

  private _isListOfPaths(node: ISyntaxNode, hops: number): boolean {
    const value =
      (hops > 0 ? this._tree.valueOf(node) : null) ?? this._tree.plainOf(node);
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
