/** A link to a cell, as written in reports. */
const LINK = /\[([^[\]]*)\]\(#cell=([\w-]{1,64})\)/g;

/**
 * Whether a link's words only stand for its cell: a label, or the beginning of
 * its id, by which the model knows it.
 */
export function isBareLabel(words: string, cellId: string): boolean {
  const bare = words.trim().replace(/^\[|\]$/g, '');
  return /^#?\d*$/.test(bare) || (bare.length >= 4 && cellId.startsWith(bare));
}

/**
 * Markdown for places where its links to cells do not work: a notebook, a file,
 * the clipboard. The cell's current label stands behind the words of its link,
 * or in their place if they are a label themselves; nothing if it is gone.
 */
export function withCellLabels(
  text: string,
  labelOf: (cellId: string) => string | null
): string {
  return text.replace(LINK, (_link, words: string, cellId: string) =>
    [isBareLabel(words, cellId) ? '' : words, labelOf(cellId)]
      .filter(Boolean)
      .join(' ')
  );
}
