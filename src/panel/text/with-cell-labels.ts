/** A link to a cell as reports have it. */
const LINK = /\[([^[\]]*)\]\(#cell=([\w-]{1,64})\)/g;

/**
 * A text in Markdown for where its links to cells lead nowhere: in a notebook, in a
 * file. Each is the label that its cell has now; the words of the link where it is gone.
 */
export function withCellLabels(
  text: string,
  labelOf: (cellId: string) => string | null
): string {
  return text.replace(LINK, (_link, words: string, cellId: string) => {
    const label = labelOf(cellId);
    return label ?? (/\p{L}/u.test(words) ? words : '');
  });
}
