import type { Nodes } from 'mdast';

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
