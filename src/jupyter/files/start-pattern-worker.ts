/** In a file of its own: only a bundler can resolve this URL. */
export function startPatternWorker(): Worker {
  return new Worker(new URL('./pattern-worker.js', import.meta.url));
}
