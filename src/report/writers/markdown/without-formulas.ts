import type { Nodes } from 'mdast';

import { isPlainMath, mayHoldMath } from '../../../contract';
import { mapTree } from '../../model/map-tree';

/** What JupyterLab takes for the end of a formula in code as well. */
const DELIMITERS = /\\\\[()[\]]|\\(?:begin|end)\{/;

/** A character that looks like a backslash, and is none to who typesets. */
const LOOKALIKE = '\u2216';

/**
 * A block in which no formula can stand that does more than typeset, however its
 * texts are parted: JupyterLab looks for formulas before it reads the Markdown,
 * over whatever stands in between, and once more in the text on the page. Where
 * it could find one, the backslashes become characters that only look so.
 */
export function withoutFormulas<T extends Nodes>(block: T): T {
  // What stands alone ends with its blank line, and was looked at.
  if (block.type === 'code' || block.type === 'math') {
    return block;
  }
  const outside = joined(block, false);
  const inCode =
    /\\[([]|\\begin/.test(outside) || DELIMITERS.test(codeOf(block));
  const text = inCode ? joined(block, true) : outside;
  if (!mayHoldMath(text) || isPlainMath(text)) {
    return block;
  }
  return mapTree(block, node => {
    switch (node.type) {
      case 'text':
      case 'html':
        return [{ ...node, value: plain(node.value) }];
      case 'inlineCode':
      case 'code':
        return [inCode ? { ...node, value: plain(node.value) } : node];
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

/** All that is written of a block, as one text. */
function joined(node: Nodes, withCode: boolean): string {
  const inner =
    'children' in node
      ? (node.children as Nodes[])
          .map(child => joined(child, withCode))
          .join('')
      : '';
  switch (node.type) {
    case 'inlineMath':
    case 'math':
      return `$${node.value}$`;
    case 'inlineCode':
    case 'code':
      return withCode ? node.value : ' ';
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

function codeOf(node: Nodes): string {
  return node.type === 'inlineCode' || node.type === 'code'
    ? `${node.value}\n`
    : 'children' in node
      ? (node.children as Nodes[]).map(codeOf).join('')
      : '';
}
