/** A serial queue: one piece of work at a time, in the order it came. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    // The queue goes on after a failure; the error goes to whoever asked.
    this.#last = next.catch(() => undefined);
    return next;
  }
}

/** One lane per key; effects on one notebook never overlap, whoever asks. */
export class SerialQueues {
  readonly #lanes = new Map<string, SerialQueue>();

  for(key: string): SerialQueue {
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = new SerialQueue();
      this.#lanes.set(key, lane);
    }
    return lane;
  }
}
