import {
  gfmFootnoteFromMarkdown,
  gfmFootnoteToMarkdown
} from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown, gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { mathFromMarkdown, mathToMarkdown } from 'mdast-util-math';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import { math } from 'micromark-extension-math';

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
