/** What nobody sees, and what reorders what they see. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Control characters but tab and line breaks. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

/** A text without what a person would not see of it: so none of it is said to a model. */
export function withoutHidden(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(HIDDEN, '')
    .replace(CONTROL, '');
}
