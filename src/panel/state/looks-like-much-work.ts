/**
 * Number of sentences or lines from which a message counts as a lot of work.
 */
const MANY = 3;

/**
 * Whether a message asks for several things, judged by its sentences and lines.
 */
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
