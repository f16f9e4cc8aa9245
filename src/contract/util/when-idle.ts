/** Calls back when the page has nothing better to do. */
export function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') {
    requestIdleCallback(() => act());
  } else {
    // Safari has none.
    setTimeout(act, 0);
  }
}
