import type { ISyntaxNode } from './parse-syntax';

/** The arguments of a call. */
export interface ICallArguments {
  positional: ISyntaxNode[];
  named: Map<string, ISyntaxNode>;
  /** Whether there may be more than the code shows: `*args`. */
  isOpen: boolean;
}

/** Nodes in an argument list that are not arguments. */
const SIGNS: ReadonlySet<string> = new Set(['(', ')', ',', 'AssignOp']);

/** Reads an argument list in the tree. */
export function callArguments(
  list: ISyntaxNode,
  text: (node: ISyntaxNode) => string
): ICallArguments {
  const found: ICallArguments = {
    positional: [],
    named: new Map(),
    isOpen: list.children.some(({ name }) => name === 'for')
  };
  list.children.forEach((child, at) => {
    const before = list.children[at - 1];
    if (SIGNS.has(child.name)) {
      return;
    }
    if (child.name === '*' || child.name === '**' || child.isError) {
      found.isOpen = true;
    } else if (before?.name === 'AssignOp') {
      const name = list.children[at - 2];
      if (text(before) === '=') {
        found.named.set(text(name), child);
      } else {
        found.positional.push(child);
      }
    } else if (list.children[at + 1]?.name !== 'AssignOp') {
      found.positional.push(child);
    }
  });
  return found;
}
