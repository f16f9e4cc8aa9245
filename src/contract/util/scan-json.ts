/**
 * Goes through JSON text, whole or cut off, and calls `onBracket` for each
 * bracket that is not in a string, until that returns true.
 *
 * @returns whether the text ends within a string.
 */
export function scanJson(
  text: string,
  start: number,
  onBracket: (bracket: string, at: number) => boolean | void
): boolean {
  let isString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      isString = !isString;
    } else if (isString && character === '\\') {
      at++;
    } else if (!isString && '{}[]'.includes(character)) {
      if (onBracket(character, at)) {
        return false;
      }
    }
  }
  return isString;
}
