import { isTransient } from '../errors/errors';

/** Waits before each further try, in ms. */
const WAITS = [200, 800, 2400];

/**
 * Repeats work whose failure may be temporary, up to three times, after longer
 * and longer waits.
 *
 * @param again the work to repeat; the same work if not given.
 * @throws the last error, or the signal's reason once it is aborted.
 */
export async function retrying<T>(
  work: () => Promise<T>,
  options: { signal: AbortSignal; again?: (error: unknown) => Promise<T> }
): Promise<T> {
  const { signal, again = work } = options;
  let next: () => Promise<T> = work;
  for (const wait of [...WAITS, null]) {
    try {
      return await next();
    } catch (error) {
      if (wait === null || signal.aborted || !isTransient(error)) {
        throw error;
      }
      console.warn('Cellwright: storage failed; trying again', error);
      await pause(wait, signal);
      next = () => again(error);
    }
  }
  throw new Error('There is always a last try.');
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
