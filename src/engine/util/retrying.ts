import { isTransient } from '../errors/errors';

/** Waits before a try is repeated, in ms. */
const WAITS = [200, 800, 2400];

/**
 * Repeats what fails for a reason that may be gone at the next try, up to three
 * times and after longer and longer waits.
 *
 * @param again what is done at a repetition; the same where not given.
 * @throws what it failed with at last, and the signal's reason once it is aborted.
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
      console.warn('Cellwright: storage failed; it is tried again', error);
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
