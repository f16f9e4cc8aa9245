/** Works that long before others get their turn, in ms. */
const SLICE = 30;

/** How long a frame is waited for at most, in ms: a page that is hidden has none. */
const NO_FRAME = 100;

/**
 * Lets the page go on in the middle of long work.
 *
 * @returns what is awaited between two parts of it: others get their turn if it
 *   is time.
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
 * Resolves in a task after the next frame, which a timer alone may come before;
 * at once in a task of its own where nothing is drawn.
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
