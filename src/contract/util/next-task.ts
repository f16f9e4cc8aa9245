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
