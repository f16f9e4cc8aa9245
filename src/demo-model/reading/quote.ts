/** A Python string literal; JSON's escapes are valid in Python too. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** A literal for text on a plot, where a pair of dollar signs would be a formula. */
export function plotText(text: string): string {
  return quote(text.replaceAll('$', '\\$'));
}

/** `["a", "b"]` */
export function list(texts: string[]): string {
  return `[${texts.map(quote).join(', ')}]`;
}
