import { STOP_WORDS, tokenize } from '../search';

/**
 * The words that identify a task, a step or a situation: in lower case, without
 * endings, each once, sorted. Two texts with the same words in another order
 * count as one.
 */
export function subjectWords(text: string): string[] {
  const words = new Set(tokenize(text));
  const telling = [...words].filter(word => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : [...words]).sort();
}
