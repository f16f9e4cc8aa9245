/**
 * ms that the page needs for its next frame: style, layout and paint, and what
 * is done right before them. Waits for as long as the page is not seen.
 */
export function frameTime(): Promise<number> {
  return new Promise(resolve => {
    requestAnimationFrame(() => {
      const begin = performance.now();
      // The first task after the frame.
      setTimeout(() => resolve(performance.now() - begin));
    });
  });
}
