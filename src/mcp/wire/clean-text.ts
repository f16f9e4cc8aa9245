/** What is not seen, and can carry orders that nobody reads. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu;

/** Words of a server for a model or a person: what is seen, cut to a length. */
export function cleanText(text: unknown, most: number): string {
  const clean = (typeof text === 'string' ? text : '')
    .slice(0, most * 4)
    .replace(UNSEEN, mark => (mark === '\n' || mark === '\t' ? mark : ''))
    .trim();
  return clean.length > most ? `${clean.slice(0, most - 1)}…` : clean;
}

/** The same on one line, for names and headings. */
export function cleanLine(text: unknown, most: number): string {
  return cleanText(cleanText(text, most * 2).replace(/\s+/g, ' '), most);
}
