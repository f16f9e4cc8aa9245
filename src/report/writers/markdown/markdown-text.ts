import type { Root, Nodes } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';

import { isPlainMath, mayHoldMath } from '../../../contract';
import { GFM } from '../../model/read-markdown';
import { mapTree } from '../../model/tree';

/**
 * A tree of standard Markdown nodes as Markdown. However a typesetter joins its
 * texts, they form no formula that does more than typeset.
 */
export function markdownText(tree: Root): string {
  return toMarkdown(
    { ...tree, children: tree.children.map(withoutFormulas) },
    {
      bullet: '-',
      emphasis: '_',
      extensions: GFM.toMarkdown
    }
  );
}

/**
 * A character that looks like a backslash but means nothing to a typesetter.
 */
const LOOKALIKE = '\u2216';

/**
 * A block that cannot contain a formula that does more than typeset, however
 * its text is divided. JupyterLab looks for formulas before it parses the
 * Markdown, across everything in between, code included, and once more in the
 * text on the page. If it could find one, the backslashes are replaced by a
 * look-alike character.
 */
function withoutFormulas<T extends Nodes>(block: T): T {
  // It ends at a blank line, and was checked separately.
  if (block.type === 'code' || block.type === 'math') {
    return block;
  }
  const text = joined(block);
  if (!mayHoldMath(text) || isPlainMath(text)) {
    return block;
  }
  return mapTree(block, node => {
    switch (node.type) {
      case 'text':
      case 'inlineCode':
      case 'code':
        return [{ ...node, value: plain(node.value) }];
      case 'image':
        return [{ ...node, alt: node.alt && plain(node.alt) }];
      case 'link':
        return [{ ...node, url: node.url.replaceAll('\\', '%5C') }];
      case 'footnoteReference':
      case 'footnoteDefinition': {
        const label = plain(node.label ?? node.identifier);
        return [{ ...node, label, identifier: label }];
      }
      default:
        return [node];
    }
  });
}

function plain(text: string): string {
  return text.replaceAll('\\', LOOKALIKE).replaceAll('^^', '^ ^');
}

/** The whole text of a block in one string. */
function joined(node: Nodes): string {
  const inner =
    'children' in node ? (node.children as Nodes[]).map(joined).join('') : '';
  switch (node.type) {
    case 'inlineMath':
    case 'math':
      return `$${node.value}$`;
    case 'break':
      return '\n';
    case 'image':
      return node.alt ?? '';
    case 'link':
      return `${inner}${node.url}`;
    case 'footnoteReference':
    case 'footnoteDefinition':
      return `${node.label ?? node.identifier}${inner}`;
    default:
      return 'value' in node ? node.value : inner;
  }
}
