/** Calls back when the page is idle. */
export function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') {
    requestIdleCallback(() => act());
  } else {
    // Safari does not have it.
    setTimeout(act, 0);
  }
}
