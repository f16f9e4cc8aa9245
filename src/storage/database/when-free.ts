import { nextTask } from '../../contract/util/next-task';

/** What browsers have of the scheduler; Safari has none. */
interface IScheduler {
  postTask?(
    act: () => void,
    options: { priority: 'background'; delay: number }
  ): unknown;
}

/** ms after which it is called even if the page is busy all the time. */
const LATEST = 50;

/**
 * Calls `act` once the page has nothing more urgent to do, and soon in any
 * case, at once if the page is hidden meanwhile: there, whatever has a delay can
 * be late by up to a minute.
 *
 * @param earliest ms before which it is not called in a visible page.
 */
export function whenFree(act: () => void, earliest = 0): void {
  const { scheduler, document } = globalThis as {
    scheduler?: IScheduler;
    document?: Document;
  };
  let isDone = false;
  const once = (): void => {
    if (!isDone) {
      isDone = true;
      clearTimeout(timer);
      document?.removeEventListener('visibilitychange', once);
      act();
    }
  };
  const timer =
    scheduler?.postTask || earliest > 0
      ? setTimeout(once, scheduler?.postTask ? LATEST : earliest)
      : undefined;
  document?.addEventListener('visibilitychange', once);
  if (scheduler?.postTask) {
    scheduler.postTask(once, { priority: 'background', delay: earliest });
  } else if (earliest === 0) {
    void nextTask().then(once);
  }
}
