import type { Root } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';

import { GFM } from '../../model/gfm';

/** A tree of Markdown's own nodes as Markdown. */
export function markdownText(tree: Root): string {
  return toMarkdown(tree, {
    bullet: '-',
    emphasis: '_',
    extensions: GFM.toMarkdown
  });
}
