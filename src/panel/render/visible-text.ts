import { STRAY_SELECTOR, WRITTEN_JOINERS } from '../../contract';

/**
 * Code points that are invisible, or that reorder visible text
 * (https://trojansource.codes), as inclusive ranges.
 */
const HIDDEN_RANGES: readonly [number, number][] = [
  [0xad, 0xad], // soft hyphen
  [0x34f, 0x34f], // grapheme joiner
  [0x61c, 0x61c], // Arabic letter mark
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5], // Khmer inherent vowels
  [0x180b, 0x180f], // Mongolian selectors
  [0x200b, 0x200f], // zero-width and directional marks
  [0x2028, 0x202e], // separators, embeddings and overrides
  [0x2060, 0x206f], // invisible operators and isolates
  [0x2800, 0x2800], // blank Braille pattern
  [0x3164, 0x3164], // Hangul filler
  [0xfe00, 0xfe0d], // variation selectors, except the two that emoji have
  [0xfeff, 0xfeff], // byte-order mark
  [0xffa0, 0xffa0], // half-width Hangul filler
  [0xfff0, 0xfffb], // reserved, interlinear annotation
  [0x16fe4, 0x16fe4], // Khitan filler
  [0x1bca0, 0x1bca3], // shorthand format controls
  [0x1d159, 0x1d159], // null notehead
  [0x1d173, 0x1d17a], // musical format controls
  [0xe0000, 0xe0fff] // tags and further variation selectors
];

/** Control characters except tab and line breaks. */
const CONTROL_RANGES: readonly [number, number][] = [
  [0x0, 0x8],
  [0xb, 0xc],
  [0xe, 0x1f],
  [0x7f, 0x9f]
];

export const HIDDEN_CHARACTERS = hidden(HIDDEN_RANGES);
const NOT_PRINTED = hidden([...HIDDEN_RANGES, ...CONTROL_RANGES]);

/** "⟨U+202E⟩" */
export function codePointName(code: number): string {
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** The text with each such character replaced by its name. */
export function visibleText(text: string): string {
  return text.replace(NOT_PRINTED, character =>
    codePointName(character.codePointAt(0) ?? 0)
  );
}

/**
 * Like `visibleText`, for text that a person wrote to be read: joiners stay
 * where the writing system needs them. Not for code, names and paths.
 */
export function visibleProse(text: string): string {
  let from = 0;
  const parts: string[] = [];
  for (const { index } of text.matchAll(WRITTEN_JOINERS)) {
    parts.push(visibleText(text.slice(from, index)), text[index]);
    from = index + 1;
  }
  return parts.join('') + visibleText(text.slice(from));
}

/** Matches characters in the ranges, and selectors without an emoji. */
function hidden(ranges: readonly [number, number][]): RegExp {
  const classes = ranges.map(
    ([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`
  );
  return new RegExp(`[${classes.join('')}]|${STRAY_SELECTOR}`, 'gu');
}
