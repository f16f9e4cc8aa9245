/** Escapes of one letter. */
const LETTERS: Partial<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v'
};

/**
 * The text that a string of Python stands for; null if it has a name for a
 * character (`\N{DASH}`) or is no string. See "String and Bytes literals" in
 * Python's reference.
 */
export function stringValue(literal: string): string | null {
  const [, prefix, , body] =
    /^([a-zA-Z]*)("""|'''|"|')([^]*)\2$/.exec(literal) ?? [];
  if (body === undefined || (/\\N/.test(body) && !/r/i.test(prefix))) {
    return null;
  }
  return /r/i.test(prefix)
    ? body
    : body.replace(
        /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|([0-7]{1,3})|([^]))/gi,
        (whole, x, u, long, octal, letter) => {
          const code = octal
            ? parseInt(octal, 8)
            : parseInt(x ?? u ?? long ?? '', 16);
          return Number.isNaN(code)
            ? (LETTERS[letter] ?? whole)
            : String.fromCodePoint(Math.min(code, 0x10ffff));
        }
      );
}
