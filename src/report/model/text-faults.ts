import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

import { safeAddress } from '../text/safe-address';
import { GFM } from './gfm';
import { nodeText } from './node-text';

/** Faults of a text that make it harder to read. */
export interface ITextFaults {
  /** Ids of figures without a caption. */
  withoutCaption: string[];
  words: number;
}

/** Looks for faults in a report. */
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

/** What in a section's source is not shown as intended. */
export function sourceFaults(source: string): {
  /** Whether it has HTML, which is shown as text. */
  html: boolean;
  /** Links without a usable address: only their words are shown. */
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
