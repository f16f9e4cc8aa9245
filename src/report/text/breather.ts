/** How long work runs before other tasks get a turn, in ms. */
const SLICE = 30;

/** How long to wait for a frame, in ms: a hidden page draws none. */
const NO_FRAME = 100;

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

/**
 * Resolves in a task after the next frame, since a timer alone might fire
 * before it. In a page that draws nothing, it resolves in the next task.
 */
export function nextFrame(): Promise<void> {
  return new Promise(resolve => {
    if (typeof requestAnimationFrame !== 'function') {
      setTimeout(resolve);
      return;
    }
    const timer = setTimeout(resolve, NO_FRAME);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
