/** How good a plan is that memories improved: the more samples, the better. */
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
