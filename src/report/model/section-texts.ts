import { nodeText } from './node-text';
import { readMarkdown } from './read-markdown';

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
