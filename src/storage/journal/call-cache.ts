import type { IBranch, ICallRecord } from '../../contract';

/** Maximum number of cached records. */
const AT_MOST = 100;

interface IRead {
  /** The thread's fence number when it was read. */
  fence: number;
  record: ICallRecord | undefined;
}

/**
 * Caches call records as last read, because a step asks for each several times.
 * Only for threads that this tab drives, since nobody else writes those. A
 * record is read again if the outcome of a change is unknown, or if another tab
 * has had the thread.
 */
export class CallCache {
  private readonly _fenceOf: (threadId: string) => number | undefined;
  private readonly _reads = new Map<string, IRead>();
  /** Incremented whenever anything may have changed. */
  private _changes = 0;

  /**
   * @param fenceOf the fence number for writes to a thread; undefined if
   * another tab drives it.
   */
  constructor(fenceOf: (threadId: string) => number | undefined) {
    this._fenceOf = fenceOf;
  }

  async read(
    at: IBranch,
    callId: string,
    read: () => Promise<ICallRecord | undefined>
  ): Promise<ICallRecord | undefined> {
    const key = keyOf(at, callId);
    const fence = this._fenceOf(at.threadId);
    const known = this.known(at, callId);
    if (known) {
      return known.record;
    }
    const changes = this._changes;
    const record = await read();
    if (fence !== undefined && changes === this._changes) {
      this._keep(key, { fence, record });
    }
    return record;
  }

  /** There is no record of the call, and no need to read in order to find that out. */
  isNew(at: IBranch, callId: string): void {
    const fence = this._fenceOf(at.threadId);
    if (fence !== undefined) {
      this._keep(keyOf(at, callId), { fence, record: undefined });
    }
  }

  /** What is known without reading; null if nothing is. */
  known(
    at: IBranch,
    callId: string
  ): { record: ICallRecord | undefined } | null {
    const known = this._reads.get(keyOf(at, callId));
    return known && known.fence === this._fenceOf(at.threadId) ? known : null;
  }

  /**
   * @param work changes the record; reads in the meantime are not cached.
   * @param after the record after the change, if known; otherwise it is read
   * again.
   */
  async changing<T>(
    at: IBranch,
    callId: string,
    work: Promise<T>,
    after: (result: T) => ICallRecord | null = () => null
  ): Promise<T> {
    const fence = this._fenceOf(at.threadId);
    const changes = this._forget(at, callId);
    let record: ICallRecord | null = null;
    try {
      const result = await work;
      // Nothing else may have changed in between.
      record = changes === this._changes ? after(result) : null;
      return result;
    } finally {
      this._forget(at, callId);
      if (record && fence !== undefined) {
        this._keep(keyOf(at, callId), { fence, record });
      }
    }
  }

  private _keep(key: string, read: IRead): void {
    this._reads.set(key, read);
    if (this._reads.size > AT_MOST) {
      const [oldest] = this._reads.keys();
      this._reads.delete(oldest);
    }
  }

  private _forget(at: IBranch, callId: string): number {
    this._reads.delete(keyOf(at, callId));
    return (this._changes += 1);
  }
}

function keyOf({ threadId, branch }: IBranch, callId: string): string {
  return JSON.stringify([threadId, branch, callId]);
}
