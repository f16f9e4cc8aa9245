import { FAR_ENOUGH } from './syntax/judge-limits';
import type { ISyntaxNode } from './syntax/parse-syntax';
import type { PythonTree } from './syntax/python-tree';

/**
 * Whether an attribute is one of the class that is being written: `self._x` and
 * `cls._x` in a method, `super()._x()`.
 */
export function isOfOwnClass(member: ISyntaxNode, tree: PythonTree): boolean {
  const [object] = member.children;
  const name = tree.text(object);
  if (!/^(?:self|cls|super\(\))$/.test(name)) {
    return false;
  }
  let method: ISyntaxNode | null = null;
  let at: ISyntaxNode | null = object;
  for (let steps = 0; at && steps < FAR_ENOUGH; steps++, at = at.parent) {
    tree.work.spend(1);
    if (at.name === 'FunctionDefinition' && isParameter(at, name, tree)) {
      method = at;
    } else if (at.name === 'ClassDefinition' && method !== null) {
      // Unless something else is assigned to the name.
      return !tree.scopes.isAssigned(name);
    }
  }
  return false;
}

function isParameter(
  definition: ISyntaxNode,
  name: string,
  tree: PythonTree
): boolean {
  const list = definition.children.find(each => each.name === 'ParamList');
  const first = list?.children[1];
  return (
    name === 'super()' || (first !== undefined && tree.text(first) === name)
  );
}
