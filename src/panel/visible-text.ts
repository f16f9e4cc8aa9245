/**
 * Characters that a person cannot see, or that reorder what they do see
 * (https://trojansource.codes): soft hyphen, Arabic letter mark, fillers,
 * zero-width and bidirectional marks, embeddings, overrides and isolates,
 * invisible operators, variation selectors but the two that emoji use, the
 * byte-order mark, interlinear annotation, and the tag and selector planes.
 */
export const HIDDEN_CHARACTERS =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

// eslint-disable-next-line no-control-regex
const CONTROL_CHARACTERS =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;

/** "⟨U+202E⟩" */
export function codePointName(code: number): string {
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** The text with each such character replaced by its name. */
export function visibleText(text: string): string {
  const name = (character: string) =>
    codePointName(character.codePointAt(0) ?? 0);
  return text
    .replace(HIDDEN_CHARACTERS, name)
    .replace(CONTROL_CHARACTERS, name);
}
