/** How long to wait for a frame, in ms: a hidden page draws none. */
const NO_FRAME = 100;

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
