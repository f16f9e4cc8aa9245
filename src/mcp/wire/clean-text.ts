import { withoutHidden } from '../../contract/text/without-hidden';

/** A server's text for a model or a person: only the visible part, cut to a length. */
export function cleanText(text: unknown, most: number): string {
  const whole = typeof text === 'string' ? text : '';
  const clean = withoutHidden(whole.slice(0, most * 4)).trim();
  return clean.length > most ? `${clean.slice(0, most - 1)}…` : clean;
}

/**
 * The same on one line, for names and titles. These appear in our sentences,
 * where `⟦…⟧` would be a link to a cell, and quotation marks would end ours.
 */
export function cleanLine(text: unknown, most: number): string {
  const line = cleanText(text, most * 2)
    .replace(/\s+/g, ' ')
    .replaceAll('⟦', '[')
    .replaceAll('⟧', ']')
    .replace(/[“”]/g, '"');
  return cleanText(line, most);
}
