import type { IBranch, ICallRecord } from '../../contract';
import type { ICallRow } from '../database/thread-schema';

/** Maximum number of cached records. */
const MAX_COUNT = 100;

/** Something that was looked up, whether or not it was there. */
export interface IFound<T> {
  found: T | undefined;
}

/** A change of a call's record that is under way. */
interface IChange {
  /** Whether it, or one before it that was under way with it, has failed. */
  failed: boolean;
}

/** What is known about a call without reading. */
export interface IKnownCall {
  record?: IFound<ICallRecord>;
  /** The row that holds the record. */
  row?: IFound<ICallRow>;
}

interface ICached extends IKnownCall {
  /** The thread's fence number when it was read. */
  fence: number;
}

/**
 * Caches call records as last read or stored, because a step asks for each
 * several times. Only for threads that this tab drives, since nobody else
 * writes those. A record is read again if the outcome of a change is unknown,
 * or if another tab has had the thread.
 */
export class CallCache {
  private readonly _fenceOf: (threadId: string) => number | undefined;
  private readonly _cached = new Map<string, ICached>();
  /** By call: the last change of it, while it is under way. */
  private readonly _changing = new Map<string, IChange>();
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
    const fence = this._fenceOf(at.threadId);
    const known = this.known(at, callId);
    if (known.record) {
      return known.record.found;
    }
    const changes = this._changes;
    const found = await read();
    if (fence !== undefined && changes === this._changes) {
      const row = found ? known.row : { found };
      this._keep(callKey(at, callId), { fence, record: { found }, row });
    }
    return found;
  }

  /** There is no record of the call, and no need to read in order to find that out. */
  isNew(at: IBranch, callId: string): void {
    const fence = this._fenceOf(at.threadId);
    if (fence !== undefined) {
      const none = { found: undefined };
      this._keep(callKey(at, callId), { fence, record: none, row: none });
    }
  }

  /** What is known without reading. */
  known(at: IBranch, callId: string): IKnownCall {
    const cached = this._cached.get(callKey(at, callId));
    return cached && cached.fence === this._fenceOf(at.threadId) ? cached : {};
  }

  /**
   * @param work changes the record; reads in the meantime are not cached.
   * Changes take effect in the order of the calls.
   * @param after what is known after the change.
   * @param meanwhile what is known until then, if nothing can come of the change
   * but one thing. Whatever rests on it fails with the change.
   */
  async changing<T>(
    at: IBranch,
    callId: string,
    work: Promise<T>,
    after: (result: T) => IKnownCall = () => ({}),
    meanwhile?: IKnownCall
  ): Promise<T> {
    const key = callKey(at, callId);
    const fence = this._fenceOf(at.threadId);
    const before = this._changing.get(key);
    const change: IChange = { failed: false };
    this._changing.set(key, change);
    this._forget(key);
    if (meanwhile && fence !== undefined) {
      this._cached.set(key, { ...meanwhile, fence });
    }
    let call: IKnownCall = {};
    try {
      const result = await work;
      call = after(result);
      change.failed = before?.failed ?? false;
      return result;
    } catch (error) {
      change.failed = true;
      throw error;
    } finally {
      // A later change knows what came of both.
      if (this._changing.get(key) === change) {
        this._changing.delete(key);
        this._forget(key);
        if (fence !== undefined && !change.failed) {
          this._keep(key, { ...call, fence });
        }
      }
    }
  }

  /** Only between changes: what is read or assumed during one may not hold after it. */
  private _keep(key: string, call: ICached): void {
    if (this._changing.has(key)) {
      return;
    }
    this._cached.set(key, call);
    if (this._cached.size > MAX_COUNT) {
      const [oldest] = this._cached.keys();
      this._cached.delete(oldest);
    }
  }

  private _forget(key: string): void {
    this._cached.delete(key);
    this._changes += 1;
  }
}

/** Key of a call in memory. */
export function callKey({ threadId, branch }: IBranch, callId: string): string {
  return JSON.stringify([threadId, branch, callId]);
}
