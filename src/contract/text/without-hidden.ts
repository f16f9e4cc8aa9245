/** Invisible characters, and those that change the display order. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Control characters except tab and line breaks. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

/**
 * Removes what a person would not see in a text, so that none of it reaches a
 * model.
 */
export function withoutHidden(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(HIDDEN, '')
    .replace(CONTROL, '');
}
