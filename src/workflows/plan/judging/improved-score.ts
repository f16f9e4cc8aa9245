/**
 * The score of a plan that memories improved: it rises with the number of
 * samples.
 */
export function improvedScore(raw: number, samples: number): number {
  const m =
    samples >= 5
      ? 1
      : samples >= 3
        ? 0.7
        : samples === 2
          ? 0.5
          : samples === 1
            ? 0.3
            : 0;
  return raw * (0.7 + 0.3 * m);
}
