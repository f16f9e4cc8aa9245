/** Alone in its file: only a bundler knows what becomes of the address. */
export function startPatternWorker(): Worker {
  return new Worker(new URL('./pattern-worker.js', import.meta.url));
}
