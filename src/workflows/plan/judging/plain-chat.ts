/** Words of messages that ask for nothing. */
const PLEASANTRIES = new Set(
  `thanks thank you thx cheers great good nice perfect ok okay cool awesome
  hi hello hey bye goodbye morning evening much very a lot so
  danke schön super gut hallo tschüss merci bonjour salut parfait gracias hola
  grazie ciao obrigado olá 谢谢 你好 ありがとう`.split(/\s+/)
);

/** Whether a message clearly asks for nothing: "thanks", "hello". */
export function plainChat(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= 6 && words.every(word => PLEASANTRIES.has(word));
}
