/** A serial queue: one piece of work at a time, in the order it was added. */
export class SerialQueue {
  private _last: Promise<unknown> = Promise.resolve();

  private _length = 0;

  /** Whether work that is added now begins at once. */
  get isFree(): boolean {
    return this._length === 0;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this._length += 1;
    const next = this._last.then(work).finally(() => {
      this._length -= 1;
    });
    // The queue continues after a failure; the error goes to the caller.
    this._last = next.catch(() => undefined);
    return next;
  }
}

/** One lane per key; effects on one notebook never overlap, whoever asks. */
export class SerialQueues {
  private readonly _lanes = new Map<string, SerialQueue>();

  for(key: string): SerialQueue {
    let queue = this._lanes.get(key);
    if (!queue) {
      queue = new SerialQueue();
      this._lanes.set(key, queue);
    }
    return queue;
  }
}
