import { STOP_WORDS, tokenize } from '../search';

/**
 * The words that a task, a step or a situation is told by: in lower case,
 * endings off, each once, in an order of their own. Two that say the same in
 * another order are one.
 */
export function subjectWords(text: string): string[] {
  const words = new Set(tokenize(text));
  const telling = [...words].filter(word => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : [...words]).sort();
}
