/** Waits for work, for at most `limit` ms; false if it takes longer. */
export function endsWithin(
  work: Promise<unknown> | undefined,
  limit: number
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), limit);
    Promise.resolve(work)
      .then(() => resolve(true), reject)
      .finally(() => clearTimeout(timer));
  });
}
