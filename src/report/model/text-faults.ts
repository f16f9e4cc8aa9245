import type { Root } from 'mdast';

import { safeAddress } from '../text/safe-address';
import { nodesIn } from './map-tree';
import { nodeText } from './node-text';
import { parseMarkdown } from './read-markdown';

/** Faults of a text that make it harder to read. */
export interface ITextFaults {
  /** Ids of figures without a caption. */
  withoutCaption: string[];
  words: number;
}

/** Looks for faults in a report. */
export function textFaults(tree: Root): ITextFaults {
  const withoutCaption = [...nodesIn(tree)].flatMap(node =>
    node.type === 'figure' && nodeText(node).trim() === '' ? [node.id] : []
  );
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
  for (const node of nodesIn(parseMarkdown(source).tree)) {
    html ||= node.type === 'html';
    if (node.type === 'link' && safeAddress(node.url) === null) {
      deadLinks.push(node.url);
    }
  }
  return { html, deadLinks };
}
