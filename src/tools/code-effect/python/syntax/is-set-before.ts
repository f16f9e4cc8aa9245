import type { ISyntaxNode } from './parse-syntax';
import type { PythonScopes } from './python-scopes';

/** Python itself rejects deeper code. */
const DEEPEST = 400;

/**
 * Whether a use of a name comes after one of its values in the same block, so
 * that no other cell's value can be meant.
 */
export function isSetBefore(
  node: ISyntaxNode,
  name: string,
  scopes: PythonScopes
): boolean {
  if (scopes.isDeleted(name)) {
    return false;
  }
  const blocks = new Map<ISyntaxNode, number>();
  (scopes.valuesOf(name) ?? []).forEach(({ parent }) => {
    if (parent?.parent) {
      const first = blocks.get(parent.parent) ?? Infinity;
      blocks.set(parent.parent, Math.min(first, parent.to));
    }
  });
  let at: ISyntaxNode | null = node;
  for (let depth = 0; at && depth < DEEPEST; depth++, at = at.parent) {
    if ((blocks.get(at) ?? Infinity) <= node.from) {
      return true;
    }
    if (/^(?:FunctionDefinition|LambdaExpression)$/.test(at.name)) {
      return false;
    }
  }
  return false;
}
