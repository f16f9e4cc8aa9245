/**
 * Reads a stream until it ends or the signal is aborted, whichever is first: a
 * stream that never notices the abort cannot hold the loop.
 *
 * @throws the signal's reason when it was aborted.
 */
export async function* untilAborted<T>(
  stream: AsyncIterable<T>,
  signal: AbortSignal
): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  let rejectAborted: (reason: unknown) => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    rejectAborted = reject;
  });
  const onAbort = (): void => rejectAborted(signal.reason);
  signal.addEventListener('abort', onAbort);
  // Without a handler of its own, a late abort would be an unhandled rejection.
  aborted.catch(() => undefined);
  try {
    signal.throwIfAborted();
    for (;;) {
      const next = iterator.next();
      // After an abort this promise may still fail; that failure is a
      // consequence of the abort.
      next.catch(() => undefined);
      const { done, value } = await Promise.race([next, aborted]);
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (signal.aborted) {
      void iterator.return?.(undefined)?.catch?.(() => undefined);
    }
  }
}

/**
 * A promise's outcome, or the abort if that is first.
 *
 * @throws the signal's reason when it was aborted.
 */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal
): Promise<T> {
  // If the abort was first, nobody awaits this, and it may still fail.
  work.catch(() => undefined);
  async function* once(): AsyncGenerator<T> {
    yield await work;
  }
  for await (const value of untilAborted(once(), signal)) {
    return value;
  }
  throw signal.reason;
}
