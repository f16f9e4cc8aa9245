import type { KernelView } from './kernel-view';

/**
 * Waits until a condition on a kernel is decided: checks it now, and again
 * whenever the kernel or its session may have changed.
 *
 * @param look called with the function that settles the wait; never called
 * after that.
 * @throws the signal's reason.
 */
export function waitForKernel<T>(
  { changed, session }: Pick<KernelView, 'changed' | 'session'>,
  signal: AbortSignal,
  look: (settle: (value: T) => void) => void
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const end = (act: () => void): void => {
      isSettled = true;
      changed.disconnect(again);
      session.disposed.disconnect(again);
      signal.removeEventListener('abort', again);
      act();
    };
    const again = (): void => {
      if (isSettled) {
        return;
      }
      if (signal.aborted) {
        end(() => reject(signal.reason));
      } else {
        look(value => {
          if (!isSettled) {
            end(() => resolve(value));
          }
        });
      }
    };
    changed.connect(again);
    session.disposed.connect(again);
    signal.addEventListener('abort', again);
    again();
  });
}
