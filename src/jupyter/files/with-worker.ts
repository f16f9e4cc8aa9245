/**
 * Does work in a worker, and ends the worker afterwards: when the work is done,
 * has failed, or has taken too long, whatever the worker is doing by then.
 *
 * @param patience in ms.
 */
export async function withWorker<T>(
  worker: Worker,
  patience: number,
  use: (worker: Worker) => Promise<T>
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('The worker took too long.')),
      patience
    );
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(`The worker ended: ${message}`))
    );
  });
  try {
    return await Promise.race([use(worker), ended]);
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
