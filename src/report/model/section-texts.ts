import type { Root } from 'mdast';

import { safeAddress } from '../text/safe-address';
import { readMarkdown, parseMarkdown } from './read-markdown';
import { nodeText, nodesIn } from './tree';

/**
 * The Markdown under the headings of a report's sections, by the number of the
 * section. A section whose heading was removed is missing.
 *
 * @param titles of the sections, in order.
 */
export function sectionTexts(
  markdown: string,
  titles: readonly string[]
): ReadonlyMap<number, string> {
  const source = markdown.replace(/\r\n?/g, '\n');
  const headings = readMarkdown(source).children.filter(
    child => child.type === 'heading' && child.depth <= 2
  );
  const texts = new Map<number, string>();
  let next = 0;
  headings.forEach((heading, at) => {
    const found = titles.findIndex(
      (title, index) => index >= next && sameText(title, nodeText(heading))
    );
    if (found < 0 || heading.type !== 'heading' || heading.depth !== 2) {
      return;
    }
    next = found + 1;
    texts.set(
      found,
      source
        .slice(
          heading.position?.end.offset,
          headings[at + 1]?.position?.start.offset
        )
        .trim()
    );
  });
  return texts;
}

function sameText(one: string, other: string): boolean {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  return plain(one) === plain(other);
}

/** Faults of a text that make it harder to read. */
interface ITextFaults {
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
