/** Works that long before others get their turn, in ms. */
const SLICE = 30;

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
      await new Promise(resolve => setTimeout(resolve, 0));
      since = performance.now();
    }
  };
}
