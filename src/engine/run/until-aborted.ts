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
  try {
    for (;;) {
      const next = await unlessAborted(iterator.next(), signal);
      if (next.done) {
        return;
      }
      yield next.value;
    }
  } finally {
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
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) {
      onAbort();
    }
    signal.addEventListener('abort', onAbort);
    // After an abort it may still fail, which is a consequence of the abort.
    work
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
