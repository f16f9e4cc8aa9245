import { LineCounter, parseDocument, visit } from 'yaml';

/** A text, a list or a map of them: every value is a text, as it was typed. */
export type FrontValue = string | FrontValue[] | { [key: string]: FrontValue };

/** A line that cannot be read. */
export class FrontMatterError extends Error {
  /** @param line number in the file, from 1. */
  constructor(readonly line: number) {
    super(`Line ${line} of the front matter is not understood.`);
    this.name = 'FrontMatterError';
  }
}

/** More is not read: no person writes that much above a text. */
const MAX_LENGTH = 20_000;

/**
 * Splits a Markdown file at the YAML above its text. Tags are not followed and
 * aliases are refused, so that nothing is run and a small file stays small.
 *
 * @returns `front` is null if there is none.
 * @throws FrontMatterError
 */
export function readFrontMatter(source: string): {
  front: { [key: string]: FrontValue } | null;
  body: string;
} {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const match = /^---[ \t]*\n([^]*?)\n?(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (!match || match[1].length > MAX_LENGTH) {
    return { front: null, body: text };
  }
  return { front: read(match[1]), body: text.slice(match[0].length) };
}

function read(yaml: string): { [key: string]: FrontValue } {
  const lineCounter = new LineCounter();
  // The fence above is the file's first line.
  const fail = (offset: number): never => {
    throw new FrontMatterError(lineCounter.linePos(offset).line + 1);
  };
  const document = parseDocument(yaml, {
    lineCounter,
    logLevel: 'silent',
    prettyErrors: false,
    schema: 'failsafe'
  });
  if (document.errors.length > 0) {
    fail(document.errors[0].pos[0]);
  }
  visit(document, { Alias: (_, { range }) => fail(range?.[0] ?? 0) });
  const value = document.toJS({ maxAliasCount: 0 }) as unknown;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { [key: string]: FrontValue })
    : {};
}
