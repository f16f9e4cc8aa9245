/**
 * Resolves in a task of its own, before which the page can draw and take input.
 * A message instead of a timer, since timers are late in a hidden page; a timer
 * where there are no messages, as in jsdom.
 */
export function nextTask(): Promise<void> {
  return new Promise(resolve => {
    if (typeof MessageChannel !== 'function') {
      setTimeout(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

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
