/** Letters of scripts whose letters are joined in writing. */
const JOINED =
  '(?=\\p{L})[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nkoo}\\p{sc=Mand}\\p{sc=Adlm}\\p{sc=Rohg}]';
/** Signs in Indic scripts that remove the vowel of a letter (viramas). */
const VIRAMA =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039]';
const EMOJI = '\\p{Extended_Pictographic}';

/**
 * Joiners and non-joiners where the writing system needs them, in the contexts
 * of UAX #31: between joined letters, after a virama, and in emoji made of
 * several characters.
 */
export const WRITTEN_JOINERS = new RegExp(
  [
    `(?<=${JOINED}\\p{M}{0,9})[\\u200c\\u200d](?=${JOINED})`,
    `(?<=\\p{L}\\p{M}{0,9}${VIRAMA})[\\u200c\\u200d](?=\\p{L})`,
    `(?<=${EMOJI}[\\ufe0f\\p{Emoji_Modifier}]{0,9})\\u200d(?=${EMOJI})`
  ].join('|'),
  'gu'
);

/**
 * Source of a pattern for the two characters that choose between the text form
 * and the coloured form of an emoji, where no emoji and no keycap is before
 * them. There nobody sees them: in Python, a name with one is another name.
 */
export const STRAY_SELECTOR = `(?<!${EMOJI})(?<![0-9#*](?=\\ufe0f\\u20e3))[\\ufe0e\\ufe0f]`;
