import { STRAY_SELECTOR, WRITTEN_JOINERS } from '../../contract';
import { spoken } from '../../contract/text/spoken';

/**
 * Characters that are not what they look like: spaces other than the plain one,
 * and what is drawn as nothing or reorders the text
 * (https://trojansource.codes). More marks on a letter than any script stacks
 * would cover the lines around it. Unicode counts the blank Braille pattern, which
 * is empty too, among the symbols.
 */
export const HIDDEN_CHARACTERS = new RegExp(
  `(?![ \\t\\n\\r\\ufe0e\\ufe0f])[\\p{Z}\\p{Cf}\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800]|\\r(?!\\n)|(?<=\\p{M}{4})\\p{M}|${STRAY_SELECTOR}`,
  'gu'
);

/** What text that is written to be read may have in it. */
const READ = new RegExp(`(?! )\\p{Zs}|${WRITTEN_JOINERS.source}`, 'gu');

/** "⟨U+202E⟩" */
export function codePointName(code: number): string {
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** The text with each such character replaced by its name. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN_CHARACTERS, character =>
    codePointName(character.codePointAt(0) ?? 0)
  );
}

/**
 * A name that somebody else chose, for a sentence of ours: in quotes where it
 * could be read as words of ours.
 */
export function visibleName(name: string): string {
  return spoken(visibleText(name));
}

/**
 * Like `visibleText`, for text that is written to be read: joiners stay where
 * the writing system needs them, and so do the spaces of its typography. Not for
 * code, names and paths.
 */
export function visibleProse(text: string): string {
  let from = 0;
  const parts: string[] = [];
  for (const { index } of text.matchAll(READ)) {
    parts.push(visibleText(text.slice(from, index)), text[index]);
    from = index + 1;
  }
  return parts.join('') + visibleText(text.slice(from));
}
