import type { IWrittenCall } from './text-calls';

/**
 * Whether a call that a model wrote also appears in something it has read: a
 * result, a file, an attachment. Then it is a quotation, however exact, and not
 * something the model wants by itself.
 *
 * It compares the tool's name and the names and values of the arguments without
 * regard to spelling: letter case, spaces, quotes, brackets, escapes, the order
 * of the parts and the format (JSON, YAML, a line of Python) make no
 * difference.
 *
 * @param written the call as it appears in the answer.
 * @param read all text that the model was given to read.
 */
export function isQuoted(
  calls: readonly IWrittenCall[],
  written: string,
  read: readonly string[]
): boolean {
  const texts = read.map(plain);
  const whole = plain(written);
  return texts.some(
    text =>
      text.includes(whole) || calls.some(call => standsIn(text, wordsOf(call)))
  );
}

/** The words that must appear together, the longest first. */
function wordsOf({ name, args }: IWrittenCall): string[] {
  const words = new Set([name, ...leaves(args)].map(plain));
  words.delete('');
  return [...words].sort((one, other) => other.length - one.length);
}

/** Names and values at all depths. */
function leaves(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) {
    return [String(value)];
  }
  return Array.isArray(value)
    ? value.flatMap(leaves)
    : Object.entries(value).flatMap(([key, each]) => [key, ...leaves(each)]);
}

/**
 * How much other text may be between the words of one call, in letters and
 * digits.
 */
const SLACK = 300;

/** How many occurrences of a call's longest word are checked in one text. */
const MAX_OCCURRENCES = 500;

function standsIn(text: string, words: readonly string[]): boolean {
  // A name alone is not a call: many texts name a tool.
  const [longest, ...others] = words;
  if (others.length === 0) {
    return false;
  }
  const reach = words.reduce((sum, word) => sum + word.length, SLACK);
  let at = text.indexOf(longest);
  for (let count = 0; at >= 0 && count < MAX_OCCURRENCES; count++) {
    const around = text.slice(
      Math.max(0, at - reach),
      at + longest.length + reach
    );
    if (others.every(word => around.includes(word))) {
      return true;
    }
    at = text.indexOf(longest, at + 1);
  }
  return false;
}

/**
 * Only the letters and digits, with escapes and compatibility forms resolved.
 */
function plain(text: string): string {
  return text
    .replace(/(?<!\\)\\+u([0-9a-f]{4})/gi, (_, hex: string) => character(hex))
    .replace(/(?<!\\)\\+x([0-9a-f]{2})/gi, (_, hex: string) => character(hex))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, hex: string) => character(hex))
    .replace(/&#(\d{1,7});/g, (_, code: string) =>
      character(Number(code).toString(16))
    )
    .replace(/&(?:quot|apos|lt|gt|amp|nbsp);/gi, '')
    .replace(/(?<!\\)\\+[nrtbf]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function character(hex: string): string {
  const code = parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
