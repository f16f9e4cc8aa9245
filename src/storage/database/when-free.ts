/** What browsers have of it; Safari has none. */
interface IScheduler {
  postTask?(act: () => void, options: { priority: 'background' }): unknown;
}

/**
 * Calls `act` once the page has nothing more urgent to do, or in a task of its
 * own where the browser cannot tell. No timer: those of a page that nobody looks
 * at are late by up to a minute.
 */
export function whenFree(act: () => void): void {
  const { scheduler } = globalThis as { scheduler?: IScheduler };
  if (scheduler?.postTask) {
    scheduler.postTask(act, { priority: 'background' });
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    act();
  };
  port2.postMessage(null);
}
