/**
 * Translates sentences for a person outside JupyterLab's own packages. A
 * `TranslationBundle` of `@jupyterlab/translation` fits this interface.
 */
export interface ITranslator {
  /** Translates `message`; `%1`, `%2` … are replaced by the arguments. */
  __(message: string, ...args: unknown[]): string;
  /** The same for a count; `%1` is the count. */
  _n(singular: string, plural: string, n: number, ...args: unknown[]): string;
}

/** Plain English, for tests and wherever there is no translator. */
export const ENGLISH: ITranslator = quoting({
  __: (message, ...args) => fill(message, args),
  _n: (singular, plural, n, ...args) =>
    fill(n === 1 ? singular : plural, [n, ...args])
});

/**
 * The same translator, in whose sentences nothing ends the quotes that it stands
 * in: what comes from a file, a model or a server is one line there, without
 * such quotes of its own, and of a bounded length. What stands without quotes is
 * one line as well, and reorders nothing.
 */
export function quoting(trans: ITranslator): ITranslator {
  const safe = (message: string, args: unknown[], first: number) =>
    args.map((arg, index) =>
      typeof arg !== 'string'
        ? arg
        : message.includes(`“%${first + index}”`)
          ? quoted(arg)
          : oneLine(arg, MAX_PART)
    );
  // Its callers write the literals.
  /* eslint-disable jupyter/no-dynamic-translation */
  return {
    __: (message, ...args) => trans.__(message, ...safe(message, args, 1)),
    _n: (singular, plural, n, ...args) =>
      trans._n(singular, plural, n, ...safe(plural, args, 2))
  };
  /* eslint-enable jupyter/no-dynamic-translation */
}

/** Most characters between quotes in a sentence. */
const MAX_QUOTED = 400;

/** Most characters of what else stands in one. */
const MAX_PART = 2000;

/** What breaks a line, and what reorders one. */
const BREAKS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

function quoted(text: string): string {
  const line = text
    .slice(0, 2 * MAX_QUOTED)
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ');
  return oneLine(line, MAX_QUOTED).trim();
}

function oneLine(text: string, most: number): string {
  const line = text.slice(0, 2 * most).replace(BREAKS, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

function fill(message: string, args: unknown[]): string {
  return message.replace(/%(\d+)/g, (whole, index) => {
    const value = args[Number(index) - 1];
    return value === undefined ? whole : String(value);
  });
}

/**
 * A reference to a cell inside a sentence. The panel draws it as a link that
 * scrolls to the cell and shows its *current* label; plain text shows the
 * label.
 *
 * The mark is `⟦id⟧`, or `⟦id:6⟧` for a cell as it was when it ran as [6]; that
 * label stays, whatever the cell is called later. Ids follow nbformat (`[a-zA-Z0-9-_]{1,64}`), so nothing
 * else between such brackets is ever taken for a cell.
 */
export function cellMark(cellId: string): string {
  return `⟦${cellId}⟧`;
}

/** A reference to a cell as it was when it ran, or would have. */
export function ranCellMark(cellId: string, count: number | null): string {
  return count === null ? cellMark(cellId) : `⟦${cellId}:${count}⟧`;
}

/** `label` is set if it does not follow the cell. */
export type TextPart = { text: string } | { cellId: string; label?: string };

/** Splits a sentence at its cell marks. */
export function textParts(sentence: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of sentence.matchAll(
    /⟦([a-zA-Z0-9_-]{1,64})(?::(\d{1,9}))?⟧/g
  )) {
    if (match.index > at) {
      parts.push({ text: sentence.slice(at, match.index) });
    }
    const [, cellId, count] = match;
    parts.push({ cellId, ...(count && { label: `[${count}]` }) });
    at = match.index + match[0].length;
  }
  if (at < sentence.length) {
    parts.push({ text: sentence.slice(at) });
  }
  return parts;
}
