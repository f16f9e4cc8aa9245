/** Sentences or lines from which on a message is much work. */
const MANY = 3;

/** Whether a message asks for several things: its sentences and lines tell. */
export function looksLikeMuchWork(text: string): boolean {
  const parts = text
    .split('\n')
    .flatMap(line => [
      ...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(
        line
      )
    ])
    .filter(({ segment }) => /\p{L}/u.test(segment));
  return parts.length >= MANY;
}
