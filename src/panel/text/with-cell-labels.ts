/** A link to a cell, as written in reports. */
const LINK = /\[([^[\]]*)\]\(#cell=([\w-]{1,64})\)/g;

/**
 * Markdown for places where its links to cells do not work: a notebook, a file.
 * Each link is replaced by the cell's current label, or by the link's own text
 * if the cell is gone.
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
