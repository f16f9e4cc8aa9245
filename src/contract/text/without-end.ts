/**
 * A text without a character that it ends with, once or many times. Linear,
 * where a pattern such as `/x+$/` is tried again at each `x` of the text.
 */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) {
    end--;
  }
  return text.slice(0, end);
}
