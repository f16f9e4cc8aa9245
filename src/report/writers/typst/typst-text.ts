/**
 * A text as a string of Typst: there only the backslash and the quote mean
 * something, so whatever else stands in it is shown as it is.
 */
export function typstText(text: string): string {
  const inside = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
  return `"${inside}"`;
}

/** A call, its arguments being expressions, or named ones. */
export function typstCall(name: string, ...given: readonly string[]): string {
  return `${name}(${given.join(', ')})`;
}

/** Expressions one after the other, as one. */
export function typstJoined(expressions: readonly string[]): string {
  return `{ []\n${expressions.join('\n')} }`;
}
