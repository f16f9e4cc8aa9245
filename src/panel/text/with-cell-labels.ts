/** A link to a cell, as written in reports. */
const LINK = /\[([^[\]]*)\]\(#cell=([\w-]{1,64})\)/g;

/** A link's text that only stands for the cell, as in `linkCells`. */
const BARE_LABEL = /^#?\d*$/;

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
    [BARE_LABEL.test(words.trim()) ? '' : words, labelOf(cellId)]
      .filter(Boolean)
      .join(' ')
  );
}
