import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

import { safeAddress } from '../text/safe-address';
import { GFM } from './gfm';
import { nodeText } from './node-text';

/** What a text has that no reader is helped by. */
export interface ITextFaults {
  /** Ids of figures without words of their own. */
  withoutCaption: string[];
  words: number;
}

/** Looks a report over. */
export function textFaults(tree: Root): ITextFaults {
  const withoutCaption: string[] = [];
  walk(tree, node => {
    if (
      node.type === 'figure' &&
      node.caption.map(nodeText).join('').trim() === ''
    ) {
      withoutCaption.push(node.id);
    }
  });
  return {
    withoutCaption,
    words: nodeText(tree).match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  };
}

/** What of a section's source is not shown as it was meant. */
export function sourceFaults(source: string): {
  /** It becomes text. */
  html: boolean;
  /** Links that lead nowhere: those words alone are shown. */
  deadLinks: string[];
} {
  let html = false;
  const deadLinks: string[] = [];
  walk(
    fromMarkdown(source, {
      extensions: GFM.syntax,
      mdastExtensions: GFM.fromMarkdown
    }),
    node => {
      html ||= node.type === 'html';
      if (node.type === 'link' && safeAddress(node.url) === null) {
        deadLinks.push(node.url);
      }
    }
  );
  return { html, deadLinks };
}

function walk(node: Nodes, visit: (node: Nodes) => void): void {
  visit(node);
  if ('children' in node) {
    (node.children as Nodes[]).forEach(child => walk(child, visit));
  }
}
