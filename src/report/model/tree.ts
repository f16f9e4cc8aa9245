import type { Nodes } from 'mdast';

/**
 * A tree in which each node is replaced by what `change` returns, from the
 * leaves up.
 *
 * @param change gets a node whose children are changed already, and returns
 * what replaces it.
 */
export function mapTree<T extends Nodes>(
  node: T,
  change: (node: Nodes) => Nodes[]
): T {
  return 'children' in node
    ? ({
        ...node,
        children: (node.children as Nodes[]).flatMap(child =>
          change(mapTree(child, change))
        )
      } as T)
    : node;
}

/** A node and all below it, in the order of the text. */
export function* nodesIn(node: Nodes): Generator<Nodes> {
  yield node;
  for (const child of 'children' in node ? node.children : []) {
    yield* nodesIn(child);
  }
}

/** The readable text of a node, without markup. */
export function nodeText(node: Nodes): string {
  switch (node.type) {
    case 'evidenceValue':
    case 'untracedNumber':
    case 'roundedNumber':
      return node.text;
    case 'evidenceReference':
    case 'footnoteReference':
      return '';
    case 'break':
      return '\n';
    default:
      return 'children' in node
        ? (node.children as Nodes[])
            .map(nodeText)
            .join(isBlockParent(node.type) ? '\n' : '')
        : 'value' in node
          ? node.value
          : '';
  }
}

function isBlockParent(type: string): boolean {
  return ['root', 'blockquote', 'list', 'listItem', 'table'].includes(type);
}
