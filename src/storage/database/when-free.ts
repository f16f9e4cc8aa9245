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
 * case; in a separate task if the browser cannot tell.
 *
 * @param earliest ms before which it is not called. Only for a visible page: in
 * a hidden one, whatever has a delay can be late by up to a minute.
 */
export function whenFree(act: () => void, earliest = 0): void {
  const { scheduler } = globalThis as { scheduler?: IScheduler };
  if (scheduler?.postTask) {
    let timer: ReturnType<typeof setTimeout> | null = setTimeout(once, LATEST);
    scheduler.postTask(once, { priority: 'background', delay: earliest });
    return;

    function once(): void {
      if (timer !== null) {
        clearTimeout(timer);
        timer = null;
        act();
      }
    }
  }
  if (earliest > 0) {
    setTimeout(act, earliest);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    act();
  };
  port2.postMessage(null);
}
