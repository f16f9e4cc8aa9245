import type { IPatternMatch } from '../../contract';

export interface ILineSearch {
  pattern: string;
  texts: string[];
  /** Maximum number of matches. */
  matches: number;
}

export interface ILinesFound {
  matches: IPatternMatch[];
  /** Whether there were more matches than were asked for. */
  cut: boolean;
}

/** Characters shown of a line: a minified file is a single line. */
const MAX_CONTENT = 200;

/** Characters of a long line that are shown before its match. */
const BEFORE = 60;

/** The lines that match in any case, in order. @throws SyntaxError for a bad pattern. */
export function matchLines({
  pattern,
  texts,
  matches: limit
}: ILineSearch): ILinesFound {
  const expression = new RegExp(pattern, 'i');
  const matches: IPatternMatch[] = [];
  for (const [text, source] of texts.entries()) {
    let line = 0;
    for (const whole of source.split(/\r\n|\n|\r/)) {
      line++;
      const found = expression.exec(whole);
      if (!found) {
        continue;
      }
      if (matches.length >= limit) {
        return { matches, cut: true };
      }
      matches.push({ text, line, content: excerpt(whole, found.index) });
    }
  }
  return { matches, cut: false };
}

/** The line, or the part of it around its match. */
function excerpt(line: string, at: number): string {
  if (line.length <= MAX_CONTENT) {
    return line;
  }
  const room = MAX_CONTENT - 2;
  const start = Math.min(Math.max(0, at - BEFORE), line.length - room);
  const end = start + room;
  return [
    start > 0 ? '…' : '',
    line.slice(start, end),
    end < line.length ? '…' : ''
  ].join('');
}
