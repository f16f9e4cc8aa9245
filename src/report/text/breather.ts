import { nextFrame } from '../../contract/util/next-task';

/** How long work runs before other tasks get a turn, in ms. */
const SLICE = 30;

/**
 * Keeps the page responsive during long work.
 *
 * @returns a function to await between parts of the work: it gives other tasks
 * a turn when that is due.
 */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since > SLICE) {
      await nextFrame();
      since = performance.now();
    }
  };
}

/** @throws the signal's reason when it is aborted. */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw signal.reason;
  }
}
