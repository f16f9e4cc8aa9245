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
 * What reports have beyond CommonMark: tables, notes and formulas. A bare
 * address is text, and so are tildes and boxes to tick.
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
