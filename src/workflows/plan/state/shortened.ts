/** A text of at most so many characters; one that is cut ends with a whole line or word. */
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
