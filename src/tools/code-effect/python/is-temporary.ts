import type { ISyntaxNode } from './syntax/parse-syntax';
import type { PythonTree } from './syntax/python-tree';

/** Whether an object is a temporary file or folder, which deletes what its `name` says. */
export function isTemporary(object: ISyntaxNode, tree: PythonTree): boolean {
  const made = tree.valueOf(object) ?? object;
  return (
    made.name === 'CallExpression' &&
    /(?:^|\.)(?:Named)?Temporary\w+$/.test(tree.path(made.children[0]))
  );
}
