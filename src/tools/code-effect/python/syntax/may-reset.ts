import type { ISyntaxNode } from './parse-syntax';

const MAGIC = /\.\s*(?:run_line_magic|run_cell_magic|magic)$/;

/** Parts of a call whose arguments are all literals. */
const LITERALS = /^(?:String|[(),])$/;

/**
 * Whether a magic is called that may delete names of the kernel: `%reset`,
 * `%xdel x`, or one that the code does not show.
 */
export function mayReset(
  nodes: readonly ISyntaxNode[],
  text: (node: ISyntaxNode) => string
): boolean {
  return nodes.some(node => {
    const [callee, list] = node.children;
    return (
      node.name === 'CallExpression' &&
      callee.name === 'MemberExpression' &&
      MAGIC.test(text(callee)) &&
      (/reset|xdel|\\/.test(text(node)) ||
        !list?.children.every(({ name }) => LITERALS.test(name)))
    );
  });
}
