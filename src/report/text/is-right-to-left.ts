const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** How a text runs that has no letter: as what stands around it. */
export function isNeutral(text: string): boolean {
  return !/\p{L}/u.test(text);
}

/** Whether the first letter of a text is of a script that runs to the left. */
export function isRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text);
  return letter !== null && RIGHT_TO_LEFT.test(letter[0]);
}

/** The same of a language, by its tag. */
export function isRightToLeftLanguage(language: string): boolean {
  return /^(ar|arc|ckb|dv|fa|he|ku|ps|sd|ug|ur|yi)(-|$)/i.test(language);
}
