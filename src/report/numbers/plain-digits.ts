/** The first digits of other scripts; the ten digits follow one another. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6,
  0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10
];

/** A text of the same length with all decimal digits replaced by 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/[\u0660-\uffff]/g, character => {
    const code = character.charCodeAt(0);
    const zero = ZEROS.find(each => code >= each && code < each + 10);
    return zero === undefined
      ? ({ '．': '.', '，': ',', '－': '-' }[character] ?? character)
      : String(code - zero);
  });
}
