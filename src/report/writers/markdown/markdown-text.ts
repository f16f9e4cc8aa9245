 
import type { Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { mathToMarkdown } from 'mdast-util-math';
import { toMarkdown } from 'mdast-util-to-markdown';

/** A tree of Markdown's own nodes as Markdown. */
export function markdownText(tree: Root): string {
  return toMarkdown(tree, {
    bullet: '-',
    emphasis: '_',
    extensions: [gfmToMarkdown(), mathToMarkdown()]
  });
}
