import type { Root } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';

import { GFM } from '../../model/gfm';
import { withoutFormulas } from './without-formulas';

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
