import { pythonRepr } from './python-repr';

/* eslint-disable no-control-regex -- Python ends lines at some of them. */

/** Where `str.splitlines` of Python ends a line. */
const LINES =
  /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|$)/y;
/** What Python's `strip` takes off. */
const SPACE =
  '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const END_SPACE = new RegExp(`${SPACE}+$`);
const START_SPACE = new RegExp(`^${SPACE}+`);

const IPYTHON_PROMPT =
  /^(?:(?:(?:\[nav\]|\[ins\])? )?In \[\d+\]: |\s*\.{3,}: ?)/;
/** Lines that are read more than once; nobody writes so many. */
const MOST_AGAIN = 50;
/** More characters than any name that help is asked about. */
const LONGEST_NAME = 1000;
const HELP =
  /(%{0,2}(?!\d)[\p{L}\p{N}_*]+(?:\.(?!\d)[\p{L}\p{N}_*]+|\[-?[0-9]+\])*)(\?\??)[\r\n]*$/u;

/**
 * A cell as IPython hands it to Python: without prompts and common indent, and
 * with calls in the place of magics, commands and questions. Follows IPython 9,
 * `core/inputtransformer2.py`.
 *
 * Releases differ in what they take off a pasted session, so there may be two
 * readings of one cell, the newer one first.
 */
export function ipythonReadings(source: string): string[] {
  const lines = withoutEmptyStart(
    splitLines(source.endsWith('\n') ? source : `${source}\n`)
  );
  const cleaned = [
    withoutPrompts(withoutDoctest(splitLines(dedent(lines.join(''))))),
    withoutPrompts(withoutOldPrompt(withoutFirstIndent(lines)))
  ];
  const [newer, older] = cleaned.map(each => each.join(''));
  return (newer === older ? [cleaned[0]] : cleaned).flatMap(each => {
    const magic = cellMagic(each);
    return magic === null ? new Transformation(each).readings() : [magic];
  });
}

/** Lines with their ends. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  LINES.lastIndex = 0;
  while (LINES.lastIndex < text.length) {
    lines.push(LINES.exec(text)?.[0] ?? '');
  }
  return lines;
}

function withoutEmptyStart(lines: string[]): string[] {
  const first = lines.findIndex(line => !isBlank(line));
  return first < 0 ? lines : lines.slice(first);
}

function isBlank(line: string): boolean {
  return line.replace(START_SPACE, '') === '';
}

/** As `textwrap.dedent`. */
function dedent(text: string): string {
  const lines = text.split('\n');
  let margin: string | null = null;
  for (const line of lines) {
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    if (indent.length < line.length) {
      margin = margin === null ? indent : commonStart(margin, indent);
    }
  }
  const length = margin?.length ?? 0;
  return lines
    .map(line => (/^[ \t]*$/.test(line) ? '' : line.slice(length)))
    .join('\n');
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) {
    length += 1;
  }
  return one.slice(0, length);
}

/** Up to IPython 8: the first line's indent, where a line has it. */
function withoutFirstIndent(lines: string[]): string[] {
  const indent = /^[ \t]*/.exec(lines[0] ?? '')?.[0] ?? '';
  return lines.map(line =>
    line.startsWith(indent) ? line.slice(indent.length) : line
  );
}

function withoutOldPrompt(lines: string[]): string[] {
  const prompt = /^(?:>>>|\.\.\.)(?: |(?=\n?$))/;
  return /^>>>(?: |\n?$)/.test(lines[0] ?? '') || prompt.test(lines[1] ?? '')
    ? lines.map(line => line.replace(prompt, ''))
    : lines;
}

/** Prompts of Python's own console, outside strings that hold an example of one. */
function withoutDoctest(lines: string[]): string[] {
  const mask = tripleQuoted(lines);
  if (!lines.some((line, at) => !mask[at] && /^\s*>>>/.test(line))) {
    return lines;
  }
  const stripped = lines.map((line, at) =>
    mask[at] ? line : withoutOnePrompt(line)
  );
  const result: string[] = [];
  for (let from = 0, to = 0; from < lines.length; from = to) {
    while (to < lines.length && mask[to] === mask[from]) {
      to += 1;
    }
    const segment = stripped.slice(from, to);
    const isChanged = segment.some((line, at) => line !== lines[from + at]);
    result.push(
      ...(!mask[from] && isChanged
        ? splitLines(dedent(segment.join('')))
        : segment)
    );
  }
  return result;
}

function withoutOnePrompt(line: string): string {
  const rest = line.replace(/^\s*>>>[ \t]?/, '');
  return rest === line ? line.replace(/^\s*\.\.\.[ \t]?/, '') : rest;
}

/** Which lines IPython takes for the inside of a string, by its own rough count. */
function tripleQuoted(lines: string[]): boolean[] {
  let quote: string | null = null;
  let keeps = false;
  let hasPrompt = false;
  return lines.map(line => {
    let isInside = quote !== null && keeps;
    for (const match of line.matchAll(/(?<!\\)("""|''')/g)) {
      if (quote === null) {
        quote = match[1];
        const before = line.slice(0, match.index);
        const bare = before
          .replace(/^\s*>>>[ \t]?/, '')
          .replace(/^\s*\.\.\.[ \t]?/, '');
        const isPrompted = bare !== before && hasPrompt;
        keeps = !isPrompted && /^[rubf]*$/i.test(bare.trim());
        isInside = keeps;
      } else if (quote === match[1]) {
        quote = null;
        keeps = false;
      }
    }
    hasPrompt ||= /^\s*>>>/.test(line);
    return isInside;
  });
}

function withoutPrompts(lines: string[]): string[] {
  return IPYTHON_PROMPT.test(lines[0] ?? '') ||
    IPYTHON_PROMPT.test(lines[1] ?? '')
    ? lines.map(line => line.replace(IPYTHON_PROMPT, ''))
    : lines;
}

function cellMagic(lines: string[]): string | null {
  const [first = '', ...rest] = lines;
  if (!first.startsWith('%%') || /^%%[\p{L}\p{N}_]+\?/u.test(first)) {
    return null;
  }
  const [name, line] = partition(first.slice(2).replace(END_SPACE, ''));
  const call = [name, line, rest.join('')].map(pythonRepr).join(', ');
  return `get_ipython().run_cell_magic(${call})\n`;
}

/** The text up to the first space, and what follows it. */
function partition(text: string): [string, string] {
  const at = text.indexOf(' ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** A place in the cell. */
interface IPlace {
  line: number;
  column: number;
}

/** What stands out in one logical line of Python. */
interface ILogicalLine {
  /** Its last physical line. */
  end: number;
  start: IPlace;
  /** `!` or `%` behind the first equals sign. */
  assigned: IPlace | null;
  /** Line of the question mark that ends it. */
  question: number | null;
}

/**
 * Magics and commands in a cell, each replaced by a call. One pass: what stands
 * before a special line is Python, and behind it Python begins afresh.
 */
class Transformation {
  constructor(private readonly _lines: string[]) {}

  readings(): string[] {
    while (this._at < this._lines.length) {
      this.next();
    }
    return [
      this._result.join(''),
      ...(this._isDoubtful ? ['get_ipython()\n'] : [])
    ];
  }

  private next(): void {
    const found = this.scan();
    if (this.help(found) || this.escaped(found) || this.assigned(found)) {
      return;
    }
    this.take(found.end + 1);
  }

  /** Hands lines on as they are. */
  private take(to: number): void {
    this._result.push(...this._lines.slice(this._at, to));
    this._at = to;
  }

  private help({ question, start }: ILogicalLine): boolean {
    if (question === null) {
      return false;
    }
    const piece = this._lines
      .slice(start.line, question + 1)
      .join('')
      .slice(start.column);
    const match = HELP.exec(piece.slice(-LONGEST_NAME));
    if (!match) {
      return false;
    }
    // A quote that is not closed makes it a command for some versions of Python.
    this._isDoubtful ||= piece.startsWith('!') || /=\s*!/.test(piece);
    this.replace(start, question, helpCall(match[1], match[2]));
    return true;
  }

  private escaped({ start }: ILogicalLine): boolean {
    const line = this._lines[start.line];
    const [sign, next] = [line[start.column], line[start.column + 1]];
    const isToken =
      sign !== undefined &&
      '!?%,;/'.includes(sign) &&
      !(next === '=' && '!%/'.includes(sign)) &&
      !(next === '/' && sign === '/');
    if (!isToken) {
      return false;
    }
    const end = this.endOfContinued(start.line);
    const whole = this.assembled(start, end);
    const length = whole.startsWith('!!') || whole.startsWith('??') ? 2 : 1;
    const call = escapedCall(whole.slice(0, length), whole.slice(length));
    if (call === null) {
      return false;
    }
    if (',;/'.includes(sign)) {
      // It holds text of the cell as code, so it is read once more.
      this._again += 1;
      if (this._again > MOST_AGAIN) {
        this.replace(start, end, 'get_ipython()');
        return true;
      }
      this.take(start.line);
      this._lines[end] = `${line.slice(0, start.column)}${call}\n`;
      this._at = end;
    } else {
      this.replace(start, end, call);
    }
    return true;
  }

  private assigned({ assigned }: ILogicalLine): boolean {
    if (!assigned) {
      return false;
    }
    const end = this.endOfContinued(assigned.line);
    const whole = this.assembled(assigned, end);
    const [name, rest] = partition(whole.slice(1));
    this.replace(
      assigned,
      end,
      whole.startsWith('!')
        ? `get_ipython().getoutput(${pythonRepr(whole.slice(1))})`
        : lineMagic(name, rest)
    );
    return true;
  }

  private replace(start: IPlace, end: number, call: string): void {
    this.take(start.line);
    this._result.push(
      `${this._lines[start.line].slice(0, start.column)}${call}\n`
    );
    this._at = end + 1;
  }

  private endOfContinued(line: number): number {
    let end = line;
    while (end < this._lines.length && this._lines[end].endsWith('\\\n')) {
      end += 1;
    }
    return Math.min(end, this._lines.length - 1);
  }

  private assembled({ line, column }: IPlace, end: number): string {
    return this._lines
      .slice(line, end + 1)
      .map((text, at) => (at === 0 ? text.slice(column) : text))
      .map(text => text.replace(END_SPACE, ''))
      .map((text, at) => (at === end - line ? text : text.slice(0, -1)))
      .join(' ');
  }

  /** One logical line from here: strings, brackets and joined lines hold it together. */
  private scan(): ILogicalLine {
    const lines = this._lines;
    const found: ILogicalLine = {
      end: this._at,
      start: { line: this._at, column: 0 },
      assigned: null,
      question: null
    };
    let hasStart = false;
    let hasEquals = false;
    let depth = 0;
    let { line, column } = found.start;
    while (line < lines.length) {
      const text = lines[line];
      const character = text[column] ?? '\n';
      found.end = line;
      if (END_OF_LINE.test(character) || character === '#') {
        if (depth === 0) {
          break;
        }
        line += 1;
        column = 0;
      } else if (/[ \t]/.test(character)) {
        column += 1;
      } else if (character === '\\' && END_OF_LINE.test(text[column + 1])) {
        line += 1;
        column = 0;
      } else {
        if (!hasStart) {
          found.start = { line, column };
          hasStart = true;
        }
        found.question = character === '?' ? line : null;
        const end = QUOTES.test(character)
          ? this.endOfString(line, column)
          : null;
        if (end) {
          ({ line, column } = end);
          continue;
        }
        depth = Math.max(0, depth + (DEPTH[character] ?? 0));
        if (depth === 0 && !hasEquals && isAssignment(text, column)) {
          hasEquals = true;
          found.assigned = specialAfter(lines, line, column + 1);
          if (found.assigned) {
            found.question = this.questionAtEnd(found.assigned.line);
            break;
          }
        }
        column += 1;
      }
    }
    if (!hasStart) {
      found.start = { line: found.end, column: lines[found.end].length };
    } else if (lines[line]?.[column] === '#') {
      found.question = null;
    }
    return found;
  }

  /** Behind a string; the end of the cell for one that is never closed. */
  private endOfString(line: number, column: number): IPlace | null {
    const lines = this._lines;
    const quote = /'''|"""|'|"/y;
    quote.lastIndex = column;
    const sign = quote.exec(lines[line])?.[0] ?? '';
    const isLong = sign.length === 3;
    let at = column + sign.length;
    for (let here = line; here < lines.length; here += 1, at = 0) {
      const text = lines[here];
      while (at < text.length) {
        if (text[at] === '\\') {
          at += 2;
        } else if (text.startsWith(sign, at)) {
          return { line: here, column: at + sign.length };
        } else {
          at += 1;
        }
      }
      if (!isLong && !/\\\r?\n$/.test(text)) {
        // Not closed: Python refuses the cell, unless this is a special line.
        return null;
      }
    }
    return { line: lines.length, column: 0 };
  }

  /** Where a magic's or command's own line ends with a question mark. */
  private questionAtEnd(line: number): number | null {
    return /\?[\r\n]*$/.test(this._lines[line]) ? line : null;
  }

  private readonly _result: string[] = [];
  private _at = 0;
  private _again = 0;
  private _isDoubtful = false;
}

const END_OF_LINE = /[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const QUOTES = /["']/;
const DEPTH: Record<string, number | undefined> = {
  '(': 1,
  '[': 1,
  '{': 1,
  ')': -1,
  ']': -1,
  '}': -1
};

function isAssignment(text: string, column: number): boolean {
  return (
    text[column] === '=' &&
    text[column + 1] !== '=' &&
    !'=!<>+-*/%&|^@:~'.includes(text[column - 1] ?? ' ')
  );
}

/** `!command` or `%magic` behind an equals sign, on its line or joined to it. */
function specialAfter(
  lines: readonly string[],
  line: number,
  from: number
): IPlace | null {
  let at = line;
  let column = from;
  while (/^[ \t\f]*\\\r?\n$/.test(lines[at]?.slice(column) ?? '')) {
    at += 1;
    column = 0;
  }
  const match = /[ \t\f]*(?:!(?!=)|%[ \t]*(?=[\p{L}_]))/uy;
  match.lastIndex = column;
  const [found] = match.exec(lines[at] ?? '') ?? [];
  return found === undefined
    ? null
    : { line: at, column: column + found.search(/[!%]/) };
}

function lineMagic(name: string, rest: string): string {
  return `get_ipython().run_line_magic(${pythonRepr(name)}, ${pythonRepr(rest)})`;
}

function helpCall(target: string, sign: string): string {
  const method =
    sign === '??' ? 'pinfo2' : target.includes('*') ? 'psearch' : 'pinfo';
  return lineMagic(method, target);
}

/** @returns null for a line that IPython leaves as it is, and Python refuses. */
function escapedCall(sign: string, content: string): string | null {
  switch (sign) {
    case '!':
      return `get_ipython().system(${pythonRepr(content)})`;
    case '!!':
      return `get_ipython().getoutput(${pythonRepr(content)})`;
    case '?':
    case '??':
      return content === ''
        ? 'get_ipython().show_usage()'
        : helpCall(content, sign);
    case '%':
      return lineMagic(...partition(content));
  }
  const [name, rest] = partition(content);
  const words = rest.split(new RegExp(`${SPACE}+`)).filter(Boolean);
  switch (sign) {
    case ',':
      return `${name}("${words.join('", "')}")`;
    case ';':
      return `${name}("${rest}")`;
    default:
      return name === '' ? null : `${name}(${words.join(', ')})`;
  }
}
