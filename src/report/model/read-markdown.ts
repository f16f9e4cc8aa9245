// All of `report/` is one chunk that is loaded late.

import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

import { cleanText } from '../text/clean-text';
import { safeAddress } from '../text/safe-address';
import { GFM } from './gfm';
import { mapTree } from './map-tree';

/** A longer text, in characters, is not read as a report. */
const LONGEST = 1_000_000;

/** Many nested quotes and lists in one line: only an attack has them. */
const TOO_DEEP = /^(?:[^\S\r\n]*(?:>|(?:[-*+]|\d{1,9}[.)])[^\S\r\n])){20,}/gm;

/**
 * Markup characters in a paragraph: with too many of them a parser takes
 * minutes.
 */
const MARKS = /[\\*_~`[\]<!$|]/g;
const MOST_MARKS = 3000;

/**
 * Markdown as the tree that all forms are written from. HTML in it becomes
 * plain text, a link keeps only a safe address, and no image is fetched: a
 * report's images come from evidence.
 */
export function readMarkdown(source: string): Root {
  const text = cleanText(source)
    .slice(0, LONGEST)
    .replace(TOO_DEEP, '')
    .split(/(\n[^\S\n]*\n)/)
    .map(plainWhereSlow)
    .join('');
  const tree = fromMarkdown(text, {
    extensions: GFM.syntax,
    mdastExtensions: GFM.fromMarkdown
  });
  return withParagraphs(
    mapTree(tree, node => plainNode(node, text).map(withParagraphs))
  );
}

/** HTML in a block of its own becomes a paragraph of text. */
function withParagraphs<T extends Nodes>(node: T): T {
  return ['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(
    node.type
  ) && 'children' in node
    ? ({
        ...node,
        children: (node.children as Nodes[]).map(child =>
          child.type === 'text'
            ? { type: 'paragraph', children: [child] }
            : child
        )
      } as T)
    : node;
}

function plainWhereSlow(paragraph: string): string {
  return (paragraph.match(MARKS)?.length ?? 0) > MOST_MARKS
    ? paragraph.replace(MARKS, '\\$&')
    : paragraph;
}

function plainNode(node: Nodes, source: string): Nodes[] {
  switch (node.type) {
    case 'html':
      return [{ type: 'text', value: node.value }];
    case 'link': {
      const url = safeAddress(node.url);
      return url === null
        ? node.children
        : [{ type: 'link', url, children: node.children }];
    }
    // References to addresses elsewhere in the text; nobody writes them by
    // hand.
    case 'linkReference':
      return node.children;
    case 'imageReference':
      return [{ type: 'text', value: node.alt ?? '' }];
    case 'definition':
      return [];
    case 'inlineMath':
      return isPrice(node, source)
        ? [{ type: 'text', value: sourceOf(node, source) }]
        : [node];
    default:
      return [node];
  }
}

function sourceOf({ position }: Nodes, source: string): string {
  return source.slice(position?.start.offset, position?.end.offset);
}

/** Text like `$5 and $10`: a formula neither begins nor ends with a space. */
function isPrice(node: Nodes, source: string): boolean {
  const raw = sourceOf(node, source);
  const after = source[node.position?.end.offset ?? -1] ?? '';
  return /^\$[^$]/.test(raw) && (/^\$\s|\s\$$/.test(raw) || /^\d/.test(after));
}
