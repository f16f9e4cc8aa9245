import type { Root } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';

import { GFM } from '../../model/gfm';
import { withoutFormulas } from './without-formulas';

/**
 * A tree of Markdown's own nodes as Markdown. Whatever its texts make together
 * for who typesets, it is no formula that does more than typeset.
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
