import { STOP_WORDS, tokenize } from '../search';

/** From this likeness on, two texts of the same kind and domain count as one. */
export const ALIKE = 0.8;

/**
 * The share of words that two texts have in common, from 0 to 1. Texts that
 * differ in a number are not alike at all: the top 5 are not the top 10.
 */
export function likeness(one: string, other: string): number {
  const first = new Set(subjectWords(one));
  const second = new Set(subjectWords(other));
  const both = [...first].filter(word => second.has(word)).length;
  const apart = [...first, ...second].filter(
    word => !(first.has(word) && second.has(word))
  );
  const all = first.size + second.size - both;
  return all === 0 || apart.some(word => /\p{N}/u.test(word)) ? 0 : both / all;
}

/** Whether a memory fits: in its words, or because it clearly means the same. */
export function isAlike(
  { likeness, clear }: { likeness: number; clear?: boolean },
  least: number
): boolean {
  return likeness >= least || clear === true;
}

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
