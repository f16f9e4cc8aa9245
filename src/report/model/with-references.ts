import type { Nodes, PhrasingContent, Table } from 'mdast';

/**
 * Adds references to the end of a line: one for each piece of evidence whose
 * number was inserted and that the line does not refer to yet.
 *
 * @param named ids that need no reference; those added here are added to it.
 */
export function withReferences(
  line: readonly PhrasingContent[],
  named: Set<string> = new Set()
): PhrasingContent[] {
  addNamed(line, named);
  const lacking = [...valuesOf(line)].filter(id => !named.has(id));
  lacking.forEach(id => named.add(id));
  return [
    ...line,
    ...lacking.map(id => ({ type: 'evidenceReference' as const, id }))
  ];
}

/** The same for a table, which refers to each piece once. */
export function tableWithReferences(table: Table): Table {
  const named = new Set<string>();
  addNamed([table], named);
  return {
    ...table,
    children: table.children.map(row => ({
      ...row,
      children: row.children.map(cell => ({
        ...cell,
        children: withReferences(cell.children, named)
      }))
    }))
  };
}

function addNamed(nodes: readonly Nodes[], named: Set<string>): void {
  for (const node of nodes) {
    if (node.type === 'evidenceReference') {
      named.add(node.id);
    } else if ('children' in node) {
      addNamed(node.children, named);
    }
  }
}

function valuesOf(nodes: readonly Nodes[]): Set<string> {
  return new Set(
    nodes.flatMap(node =>
      node.type === 'evidenceValue'
        ? [node.id]
        : 'children' in node
          ? [...valuesOf(node.children)]
          : []
    )
  );
}
