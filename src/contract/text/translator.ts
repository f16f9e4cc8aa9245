/**
 * How a sentence for a person is made outside JupyterLab's own packages.
 * A `TranslationBundle` of `@jupyterlab/translation` fits this shape.
 */
export interface ITranslator {
  /** Translates `message`; `%1`, `%2` … are replaced by the arguments. */
  __(message: string, ...args: unknown[]): string;
  /** The same for a count; `%1` is the count. */
  _n(singular: string, plural: string, n: number, ...args: unknown[]): string;
}

/** English, for tests and for places where no translator is at hand. */
export const ENGLISH: ITranslator = {
  __: (message, ...args) => fill(message, args),
  _n: (singular, plural, n, ...args) =>
    fill(n === 1 ? singular : plural, [n, ...args])
};

function fill(message: string, args: unknown[]): string {
  return message.replace(/%(\d+)/g, (whole, index) => {
    const value = args[Number(index) - 1];
    return value === undefined ? whole : String(value);
  });
}

/**
 * A cell inside a sentence. The panel draws it as a link that scrolls to the
 * cell, with the label the cell has *now*; plain text shows the label.
 *
 * The mark is `⟦id⟧`; ids are nbformat's (`[a-zA-Z0-9-_]{1,64}`), so nothing
 * else that stands between the brackets is ever taken for a cell.
 */
export function cellMark(cellId: string): string {
  return `⟦${cellId}⟧`;
}

export type TextPart = { text: string } | { cellId: string };

/** Splits a sentence at its cell marks. */
export function textParts(sentence: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of sentence.matchAll(/⟦([a-zA-Z0-9_-]{1,64})⟧/g)) {
    if (match.index > at) {
      parts.push({ text: sentence.slice(at, match.index) });
    }
    parts.push({ cellId: match[1] });
    at = match.index + match[0].length;
  }
  if (at < sentence.length) {
    parts.push({ text: sentence.slice(at) });
  }
  return parts;
}
