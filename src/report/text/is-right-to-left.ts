const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether the first letter of a text is from a right-to-left script. */
export function isRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text);
  return letter !== null && RIGHT_TO_LEFT.test(letter[0]);
}

/** Whether a language is written from right to left, by its tag. */
export function isRightToLeftLanguage(language: string): boolean {
  return /^(ar|arc|ckb|dv|fa|he|ku|ps|sd|ug|ur|yi)(-|$)/i.test(language);
}
