/**
 * A text with a limited number of characters; if it is cut, it ends with a
 * whole line or word.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) {
    return text;
  }
  const cut = text.slice(0, most - 1);
  const line = cut.lastIndexOf('\n');
  const word = cut.search(/\s\S*$/);
  const end = line > most / 2 ? line : word > most / 2 ? word : cut.length;
  return `${cut.slice(0, end).trimEnd()}…`;
}
