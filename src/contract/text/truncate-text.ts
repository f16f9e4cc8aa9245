import { formatCount } from './format-size';

/**
 * Maximum length of a line that is kept whole: a wide table's row fits, a line
 * of base64 or minified JSON does not.
 */
export const MAX_LINE = 1000;

/** Share of the budget for the beginning; the rest is for the end. */
const HEAD_SHARE = 0.65;

/** Characters reserved for the sentence that says what was left out. */
const NOTE_ROOM = 80;

/**
 * The beginning and the end of a text, cut at line ends if possible, with a
 * line in between that says how much was left out.
 *
 * @param budget maximum length of the result (for budgets of at least 200).
 * @param maxLine maximum length of a line; where the text is too long as a whole,
 * a line gets at most half of the budget, so that the others are seen as well.
 */
export function truncateText(
  text: string,
  budget: number,
  maxLine = MAX_LINE
): string {
  const most =
    text.length <= budget
      ? maxLine
      : Math.min(maxLine, Math.max(MAX_LINE, Math.floor(budget / 2)));
  const lines = text.split('\n').map(line => cutLine(line, most));
  const whole = lines.join('\n');
  if (whole.length <= budget) {
    return whole;
  }
  const room = Math.max(0, budget - NOTE_ROOM);
  const headRoom = Math.floor(room * HEAD_SHARE);
  let head = 0;
  let used = 0;
  while (head < lines.length && used + lines[head].length + 1 <= headRoom) {
    used += lines[head].length + 1;
    head += 1;
  }
  let tail = lines.length;
  while (tail > head && used + lines[tail - 1].length + 1 <= room) {
    used += lines[tail - 1].length + 1;
    tail -= 1;
  }
  if (head === 0 && tail === lines.length) {
    return cutLine(whole.replaceAll('\n', ' '), budget);
  }
  return [
    ...lines.slice(0, head),
    leftOut(lines.slice(head, tail)),
    ...lines.slice(tail)
  ].join('\n');
}

/** A line shortened in the middle to at most `max` characters. */
export function cutLine(line: string, max: number): string {
  if (line.length <= max) {
    return line;
  }
  const room = Math.max(2, max - 45);
  const head = Math.ceil(room * HEAD_SHARE);
  const tail = room - head;
  return `${line.slice(0, head)} … ${formatCount(line.length - room)} characters left out … ${line.slice(line.length - tail)}`;
}

/** The first `max` characters on one line, for names and headings. */
export function firstLine(text: string, max: number): string {
  const line = text.trim().split('\n', 1)[0].trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}

/**
 * Splits a budget among texts of these lengths: short ones get what they need,
 * and the rest is divided equally among the long ones.
 */
export function shareBudget(lengths: number[], budget: number): number[] {
  const shares = lengths.map(() => 0);
  let open = lengths.map((_, index) => index);
  let left = budget;
  while (open.length > 0) {
    const part = Math.floor(left / open.length);
    const fitting = open.filter(index => lengths[index] <= part);
    if (fitting.length === 0) {
      open.forEach(index => (shares[index] = part));
      break;
    }
    for (const index of fitting) {
      shares[index] = lengths[index];
      left -= lengths[index];
    }
    open = open.filter(index => lengths[index] > part);
  }
  return shares;
}

/** The line of `leftOut`. */
const LEFT_OUT = /^… ([\d,]+) lines? \(([\d,]+) characters\) left out …$/;

/** Of a text that was cut before, what is missing already counts too. */
function leftOut(left: readonly string[]): string {
  let lines = left.length;
  let characters = left.join('\n').length;
  for (const line of left) {
    const before = LEFT_OUT.exec(line);
    if (before) {
      lines += countIn(before[1]) - 1;
      characters += countIn(before[2]) - line.length;
    }
  }
  return `… ${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'} (${formatCount(characters)} characters) left out …`;
}

function countIn(text: string): number {
  return Number(text.replaceAll(',', ''));
}
