import type { KernelView } from './kernel-view';

/**
 * Waits for something of a kernel: looks at it now, and again whenever it or the
 * session it belongs to may have changed, until there is an answer.
 *
 * @param look called with what settles it; never after that.
 * @throws the signal's reason.
 */
export function watchKernel<T>(
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
