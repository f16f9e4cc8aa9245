import { partition } from './partition';
import { PYTHON_END_SPACE, PYTHON_SPACE } from './python-space';
import { pythonRepr } from '../python/syntax/python-repr';

/* eslint-disable no-control-regex -- Python ends lines at some of them. */

/** Maximum number of lines that are read a second time; no real cell has so many. */
const MOST_AGAIN = 50;
/** Longer than any name that help is requested for. */
const LONGEST_NAME = 1000;
const HELP =
  /(%{0,2}(?!\d)[\p{L}\p{N}_*]+(?:\.(?!\d)[\p{L}\p{N}_*]+|\[-?[0-9]+\])*)(\?\??)[\r\n]*$/u;

/** A position in the cell. */
interface IPlace {
  line: number;
  column: number;
}

/** The special parts of one logical line of Python. */
interface ILogicalLine {
  /** Its last physical line. */
  end: number;
  start: IPlace;
  /** `!` or `%` after the first equals sign. */
  assigned: IPlace | null;
  /** The line on which it ends with a question mark. */
  question: number | null;
}

/**
 * Replaces each magic and command in a cell with a call, in one pass: text
 * before a special line is Python, and after it Python starts anew.
 */
export class IPythonTransformation {
  private readonly _result: string[] = [];

  private _at = 0;

  private _again = 0;

  private _isDoubtful = false;

  constructor(private readonly _lines: string[]) {}

  readings(): string[] {
    while (this._at < this._lines.length) {
      this._next();
    }
    return [
      this._result.join(''),
      ...(this._isDoubtful ? ['get_ipython()\n'] : [])
    ];
  }

  private _next(): void {
    const found = this._scan();
    if (this._help(found) || this._escaped(found) || this._assigned(found)) {
      return;
    }
    this._take(found.end + 1);
  }

  /** Passes lines on unchanged. */
  private _take(to: number): void {
    this._result.push(...this._lines.slice(this._at, to));
    this._at = to;
  }

  private _help({ question, start }: ILogicalLine): boolean {
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
    // Because of an unclosed quote, some Python versions read it as a command.
    this._isDoubtful ||= piece.startsWith('!') || /=\s*!/.test(piece);
    this._replace(start, question, helpCall(match[1], match[2]));
    return true;
  }

  private _escaped({ start }: ILogicalLine): boolean {
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
    const end = this._endOfContinued(start.line);
    const whole = this._assembled(start, end);
    const length = whole.startsWith('!!') || whole.startsWith('??') ? 2 : 1;
    const call = escapedCall(whole.slice(0, length), whole.slice(length));
    if (call === null) {
      return false;
    }
    if (',;/'.includes(sign)) {
      // It contains text from the cell as code, so it is read once more.
      this._again += 1;
      if (this._again > MOST_AGAIN) {
        this._replace(start, end, 'get_ipython()');
        return true;
      }
      this._take(start.line);
      this._lines[end] = `${line.slice(0, start.column)}${call}\n`;
      this._at = end;
    } else {
      this._replace(start, end, call);
    }
    return true;
  }

  private _assigned({ assigned }: ILogicalLine): boolean {
    if (!assigned) {
      return false;
    }
    const end = this._endOfContinued(assigned.line);
    const whole = this._assembled(assigned, end);
    const [name, rest] = partition(whole.slice(1));
    this._replace(
      assigned,
      end,
      whole.startsWith('!')
        ? `get_ipython().getoutput(${pythonRepr(whole.slice(1))})`
        : lineMagic(name, rest)
    );
    return true;
  }

  private _replace(start: IPlace, end: number, call: string): void {
    this._take(start.line);
    this._result.push(
      `${this._lines[start.line].slice(0, start.column)}${call}\n`
    );
    this._at = end + 1;
  }

  private _endOfContinued(line: number): number {
    let end = line;
    while (end < this._lines.length && this._lines[end].endsWith('\\\n')) {
      end += 1;
    }
    return Math.min(end, this._lines.length - 1);
  }

  private _assembled({ line, column }: IPlace, end: number): string {
    return this._lines
      .slice(line, end + 1)
      .map((text, at) => (at === 0 ? text.slice(column) : text))
      .map(text => text.replace(PYTHON_END_SPACE, ''))
      .map((text, at) => (at === end - line ? text : text.slice(0, -1)))
      .join(' ');
  }

  /** Finds the next logical line; strings, brackets and backslashes can join lines. */
  private _scan(): ILogicalLine {
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
      found.end = line;
      const behind = endOfRun(PLAIN, text, column);
      if (behind > column) {
        if (!hasStart) {
          found.start = { line, column };
          hasStart = true;
        }
        found.question = null;
        column = behind;
        continue;
      }
      const character = text[column] ?? '\n';
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
          ? this._endOfString(line, column)
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
            found.question = this._questionAtEnd(found.assigned.line);
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

  /** The position after a string; the end of the cell if the string is never closed. */
  private _endOfString(line: number, column: number): IPlace | null {
    const lines = this._lines;
    const quote = /'''|"""|'|"/y;
    quote.lastIndex = column;
    const sign = quote.exec(lines[line])?.[0] ?? '';
    const isLong = sign.length === 3;
    const inside = sign.startsWith('"') ? IN_DOUBLE : IN_SINGLE;
    let at = column + sign.length;
    for (let here = line; here < lines.length; here += 1, at = 0) {
      const text = lines[here];
      while (at < text.length) {
        at = endOfRun(inside, text, at);
        if (text[at] === '\\') {
          at += 2;
        } else if (text.startsWith(sign, at)) {
          return { line: here, column: at + sign.length };
        } else {
          at += 1;
        }
      }
      if (!isLong && !/\\\r?\n$/.test(text)) {
        // Unclosed: Python rejects the cell, unless this is a special line.
        return null;
      }
    }
    return { line: lines.length, column: 0 };
  }

  /** The line on which a magic or command ends with a question mark. */
  private _questionAtEnd(line: number): number | null {
    return /\?[\r\n]*$/.test(this._lines[line]) ? line : null;
  }
}

const END_OF_LINE = /[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const QUOTES = /["']/;

/** Characters with no special meaning in code or in strings. */
const PLAIN = /[\w.]+/y;
const IN_DOUBLE = /[^"\\]+/y;
const IN_SINGLE = /[^'\\]+/y;

/**
 * The position after a run of matching characters, or the given one if there
 * are none.
 */
function endOfRun(kind: RegExp, text: string, at: number): number {
  kind.lastIndex = at;
  return kind.test(text) ? kind.lastIndex : at;
}

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

/** `!command` or `%magic` after an equals sign, on the same line or joined to it. */
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

/** @returns null for a line that IPython leaves unchanged and Python rejects. */
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
  const words = rest.split(new RegExp(`${PYTHON_SPACE}+`)).filter(Boolean);
  switch (sign) {
    case ',':
      return `${name}("${words.join('", "')}")`;
    case ';':
      return `${name}("${rest}")`;
    default:
      return name === '' ? null : `${name}(${words.join(', ')})`;
  }
}
