import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import {
  gfmFootnoteFromMarkdown,
  gfmFootnoteToMarkdown
} from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown, gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { mathFromMarkdown, mathToMarkdown } from 'mdast-util-math';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import { math } from 'micromark-extension-math';

import { cleanText } from '../text/clean-text';
import { safeAddress } from '../text/safe-address';
import { mapTree } from './tree';

/** A longer text, in characters, is not read as a report. */
const MAX_LENGTH = 1_000_000;

/** Many nested quotes and lists in one line: only an attack has them. */
const TOO_DEEP =
  /^(?:[^\S\r\n\u2028\u2029]*(?:>|(?:[-*+]|\d{1,9}[.)])[^\S\r\n])){20,}/gm;

/**
 * A parser takes some 20 µs for each of these, so that a text of nothing else
 * would take minutes. No paragraph that somebody wrote has so many.
 */
const MARKS = /[\\*_~`[\]<!$|\n]/g;
const MAX_MARKS = 3000;
const MAX_IN_ALL = 40_000;
const EMPTY_LINES = /\n(?:[^\S\n]*\n){20,}/g;

/** Stands for a paragraph that is not parsed. */
const STAND_IN = /\ue002(\d+)\ue002/g;

/**
 * Markdown as the tree that all forms are written from. HTML in it becomes
 * plain text, a link keeps only a safe address, and no image is fetched: a
 * report's images come from evidence.
 */
export function readMarkdown(source: string): Root {
  const { tree, text } = parseMarkdown(source);
  return withParagraphs(
    mapTree(tree, node => plainNode(node, text).map(withParagraphs))
  );
}

/** The tree as it was written, and the text to which its positions belong. */
export function parseMarkdown(source: string): { tree: Root; text: string } {
  const plain: string[] = [];
  let marks = 0;
  const text = cleanText(source)
    .slice(0, MAX_LENGTH)
    .replace(/\ue002/g, '')
    .replace(TOO_DEEP, '')
    .replace(EMPTY_LINES, '\n\n')
    .split(/(\n[^\S\n]*\n)/)
    .map(paragraph => {
      const own = paragraph.match(MARKS)?.length ?? 0;
      marks += own;
      return own > MAX_MARKS || marks > MAX_IN_ALL
        ? `\ue002${plain.push(paragraph) - 1}\ue002`
        : paragraph;
    })
    .join('');
  const tree = fromMarkdown(text, {
    extensions: GFM.syntax,
    mdastExtensions: GFM.fromMarkdown
  });
  return {
    tree: mapTree(tree, node => [
      'value' in node
        ? { ...node, value: node.value.replace(STAND_IN, (_, at) => plain[at]) }
        : node
    ]),
    text
  };
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

/**
 * The extensions of CommonMark that reports have: tables, footnotes and
 * formulas. Bare addresses, tildes and task boxes are plain text.
 */
export const GFM = {
  syntax: [gfmFootnote(), gfmTable(), math()],
  fromMarkdown: [
    gfmFootnoteFromMarkdown(),
    gfmTableFromMarkdown(),
    mathFromMarkdown()
  ],
  toMarkdown: [gfmFootnoteToMarkdown(), gfmTableToMarkdown(), mathToMarkdown()]
};
