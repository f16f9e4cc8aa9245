/**
 * A text as a Typst string. Only the backslash and the quote have a meaning
 * there, so everything else is shown unchanged.
 */
export function typstText(text: string): string {
  const inside = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
  return `"${inside}"`;
}

/** A function call with expressions as arguments, some of them named. */
export function typstCall(name: string, ...given: readonly string[]): string {
  return `${name}(${given.join(', ')})`;
}

/** Several expressions in sequence, as one. */
export function typstJoined(expressions: readonly string[]): string {
  return `{ []\n${expressions.join('\n')} }`;
}
