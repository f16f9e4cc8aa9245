import type { IBranch, ICallRecord } from '../contract';

/** Records that are kept at hand at most. */
const AT_MOST = 100;

interface IRead {
  /** The number this tab drove the thread with when it was read. */
  fence: number;
  record: ICallRecord | undefined;
}

/**
 * Records of calls as they were last read: a step asks for each several times.
 * Only of threads that this tab drives, since nobody else writes those; a record
 * is read anew once it was changed, or once the thread was away.
 */
export class CallsAtHand {
  readonly #fenceOf: (threadId: string) => number | undefined;
  readonly #reads = new Map<string, IRead>();
  /** Goes up whenever anything may have changed. */
  #changes = 0;

  /** @param fenceOf the number writes of a thread carry; none where another tab drives it. */
  constructor(fenceOf: (threadId: string) => number | undefined) {
    this.#fenceOf = fenceOf;
  }

  async read(
    at: IBranch,
    callId: string,
    read: () => Promise<ICallRecord | undefined>
  ): Promise<ICallRecord | undefined> {
    const key = keyOf(at, callId);
    const fence = this.#fenceOf(at.threadId);
    const known = this.#reads.get(key);
    if (known && known.fence === fence) {
      return known.record;
    }
    const changes = this.#changes;
    const record = await read();
    if (fence !== undefined && changes === this.#changes) {
      this.#reads.set(key, { fence, record });
      if (this.#reads.size > AT_MOST) {
        const [oldest] = this.#reads.keys();
        this.#reads.delete(oldest);
      }
    }
    return record;
  }

  /** @param work changes the record; what is read meanwhile is not kept. */
  async changing<T>(at: IBranch, callId: string, work: Promise<T>): Promise<T> {
    this.#forget(at, callId);
    try {
      return await work;
    } finally {
      this.#forget(at, callId);
    }
  }

  #forget(at: IBranch, callId: string): void {
    this.#changes += 1;
    this.#reads.delete(keyOf(at, callId));
  }
}

function keyOf({ threadId, branch }: IBranch, callId: string): string {
  return JSON.stringify([threadId, branch, callId]);
}
