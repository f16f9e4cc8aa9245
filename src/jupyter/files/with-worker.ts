/**
 * Work with a worker that ends with it: when it is done, when it has failed, and
 * when it has taken too long, whatever the worker does by then.
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
