/** The fields above the text of a Markdown file. */
export type FrontMatter = { [key: string]: FrontValue };
export type FrontValue =
  | string
  | boolean
  | number
  | string[]
  | Record<string, string | boolean | number>[];

/** A line that cannot be read; nothing in a template is guessed. */
export class FrontMatterError extends Error {
  /** @param line number in the file, from 1. */
  constructor(readonly line: number) {
    super(`Line ${line} of the front matter is not understood.`);
    this.name = 'FrontMatterError';
  }
}

const LONGEST = 20_000;
const KEY = /^([A-Za-z][\w-]*):(?:[ \t](.*))?$/;

/**
 * Splits a file at its front matter and reads the part of YAML that a template
 * needs: keys with a text, a number, `true` or `false`; lists of texts; lists
 * of such keys. Anything else is refused with its line number.
 *
 * @throws FrontMatterError
 */
export function readFrontMatter(source: string): {
  front: FrontMatter;
  body: string;
} {
  const text = source.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '');
  const match = /^---[ \t]*\n([^]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (!match || match[1].length > LONGEST) {
    return { front: {}, body: text };
  }
  return {
    front: readLines(match[1].split('\n')),
    body: text.slice(match[0].length)
  };
}

function readLines(lines: string[]): FrontMatter {
  const front: FrontMatter = Object.create(null) as FrontMatter;
  let key: string | null = null;
  let items: (string | Record<string, string | boolean | number>)[] = [];
  const close = (): void => {
    if (key !== null && items.length > 0) {
      front[key] = items as FrontValue;
    }
    key = null;
    items = [];
  };
  lines.forEach((line, index) => {
    if (/^\s*(#.*)?$/.test(line)) {
      return;
    }
    const top = KEY.exec(line);
    const item = /^[ \t]*-[ \t](.*)$/.exec(line);
    const more = /^[ \t]+([^-\s].*)$/.exec(line);
    const last = items.at(-1);
    if (top) {
      close();
      if (top[2] === undefined || top[2].trim() === '') {
        key = top[1];
        front[key] = [];
      } else {
        front[top[1]] = scalar(top[2], index);
      }
    } else if (item && key !== null) {
      const pair = KEY.exec(item[1].trimStart());
      items.push(
        pair
          ? Object.assign(Object.create(null) as Record<string, string>, {
              [pair[1]]: scalar(pair[2] ?? '', index)
            })
          : String(scalar(item[1], index))
      );
    } else if (more && typeof last === 'object') {
      const pair = KEY.exec(more[1]);
      if (!pair) {
        throw new FrontMatterError(index + 2);
      }
      last[pair[1]] = scalar(pair[2] ?? '', index);
    } else {
      throw new FrontMatterError(index + 2);
    }
  });
  close();
  return front;
}

function scalar(source: string, index: number): string | boolean | number {
  const text = source.trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$|^'((?:[^']|'')*)'$/.exec(text);
  if (quoted) {
    return quoted[1] !== undefined
      ? quoted[1].replace(/\\(["\\])/g, '$1')
      : quoted[2].replaceAll("''", "'");
  }
  // Flow lists, anchors, tags and folded texts are refused, so that they cannot
  // be misread.
  if (/^[[{&*!|>%@`"']/.test(text) || /\s#/.test(text)) {
    throw new FrontMatterError(index + 2);
  }
  if (text === 'true' || text === 'false') {
    return text === 'true';
  }
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
