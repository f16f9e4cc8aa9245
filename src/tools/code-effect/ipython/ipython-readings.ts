import { IPythonTransformation } from './ipython-transformation';
import { partition } from './partition';
import { PYTHON_END_SPACE, PYTHON_SPACE } from './python-space';
import { pythonRepr } from '../python/syntax/python-repr';

/* eslint-disable no-control-regex -- Python ends lines at some of them. */

/** Characters at which Python's `str.splitlines` ends a line. */
const LINES =
  /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|$)/y;
const START_SPACE = new RegExp(`^${PYTHON_SPACE}+`);

const IPYTHON_PROMPT =
  /^(?:(?:(?:\[nav\]|\[ins\])? )?In \[\d+\]: |\s*\.{3,}: ?)/;
/**
 * A cell in the form in which IPython passes it to Python: without prompts and
 * common indentation, and with magics, shell commands and help requests
 * replaced by calls. Follows `core/inputtransformer2.py` of IPython 9.
 *
 * IPython releases differ in what they strip from a pasted session, so a cell
 * may have two readings, the newer one first.
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
    return magic === null
      ? new IPythonTransformation(each).readings()
      : [magic];
  });
}

/** Lines including their line breaks. */
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

/** Same as `textwrap.dedent`. */
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

/**
 * IPython up to version 8: removes the first line's indentation from lines that
 * have it.
 */
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

/**
 * Removes the prompts of Python's own console, except in strings that quote a
 * session.
 */
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

/** Which lines IPython considers to be inside a string, by its own rough count. */
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
  const [name, line] = partition(first.slice(2).replace(PYTHON_END_SPACE, ''));
  const call = [name, line, rest.join('')].map(pythonRepr).join(', ');
  return `get_ipython().run_cell_magic(${call})\n`;
}
