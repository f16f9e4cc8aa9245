import type { Nodes } from 'mdast';

/**
 * A tree in which each node is what `change` makes of it, from the leaves up.
 *
 * @param change gets a node whose children are changed already, and gives what
 *   stands in its place.
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
