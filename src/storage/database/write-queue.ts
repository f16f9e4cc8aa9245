import type { IDBPDatabase } from 'idb';

import { FencedError } from '../../contract';
import type { IThreadSchema, ThreadStore, ThreadWrite } from './thread-schema';
import { whenFree } from './when-free';

/** A write of a thread on its way to the disk. */
export interface IQueuedWrite {
  threadId: string;
  /** The number this tab drove the thread with when it was asked for. */
  fence: number | undefined;
  stores: ThreadStore[];
  /** Must not wait for anything but the transaction, and may be called again. */
  act(tx: ThreadWrite<ThreadStore[]>): unknown;
  /** Also survives a crash of the machine. */
  strict: boolean;
  /** Depends on earlier write-behind data; rejected if that was lost. */
  rests: boolean;
  /** Nobody waits for it: a failure is told to the writes that depend on it. */
  behind: boolean;
  /** Has time: it goes with the next that has none, or once the page is free. */
  patient: boolean;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Writes of all threads, in order. The browser would run them one after the
 * other too, and each transaction costs it some milliseconds: those that come
 * while one is under way share the next, and those that have time wait for one.
 */
export class WriteQueue {
  private readonly _db: IDBPDatabase<IThreadSchema>;
  /** By thread: what was written behind and could not be kept. */
  private readonly _lost = new Map<string, unknown>();
  private _waiting: IQueuedWrite[] = [];
  private _busy = false;

  constructor(db: IDBPDatabase<IThreadSchema>) {
    this._db = db;
  }

  /** Begins where nothing is under way; those of one moment share a transaction. */
  add(write: IQueuedWrite): void {
    this._waiting.push(write);
    if (!write.patient) {
      this.begin();
    } else if (!this._busy) {
      whenFree(() => this.begin());
    }
  }

  /** Begins with what has time, too. */
  begin(): void {
    if (!this._busy && this._waiting.length > 0) {
      this._busy = true;
      queueMicrotask(() => void this._run());
    }
  }

  /** Why something written behind could not be kept. */
  lost(threadId: string): { error: unknown } | null {
    return this._lost.has(threadId)
      ? { error: this._lost.get(threadId) }
      : null;
  }

  /** What was lost is known: from now on writes count again. */
  forget(threadId: string): void {
    this._lost.delete(threadId);
  }

  private async _run(): Promise<void> {
    do {
      const [first] = this._waiting;
      const shares = ({ threadId, fence }: IQueuedWrite): boolean =>
        threadId === first.threadId && fence === first.fence;
      const group = this._waiting.filter(shares);
      this._waiting = this._waiting.filter(each => !shares(each));
      if (!(await this._commit(group))) {
        // Only those that cannot be kept fail.
        for (const write of group) {
          await this._commit([write]);
        }
      }
    } while (this._waiting.some(({ patient }) => !patient));
    this._busy = false;
    if (this._waiting.length > 0) {
      whenFree(() => this.begin());
    }
  }

  /** @returns false where several failed together, and nothing was said yet. */
  private async _commit(group: IQueuedWrite[]): Promise<boolean> {
    const [{ threadId }] = group;
    const lost = this.lost(threadId);
    const writes = lost ? group.filter(each => !each.rests) : group;
    for (const { rests, reject } of lost ? group : []) {
      if (rests) {
        reject(lost?.error);
      }
    }
    if (writes.length === 0) {
      return true;
    }
    let results: unknown[];
    try {
      results = await this._write(writes);
    } catch (error) {
      const isFenced = error instanceof FencedError;
      if (writes.length > 1 && !isFenced) {
        return false;
      }
      for (const { behind, reject } of writes) {
        if (behind) {
          this._lost.set(threadId, error);
        }
        reject(error);
      }
      return true;
    }
    writes.forEach(({ resolve }, at) => resolve(results[at]));
    return true;
  }

  /** One transaction, all or nothing. */
  private async _write(writes: readonly IQueuedWrite[]): Promise<unknown[]> {
    const [{ threadId, fence: held }] = writes;
    const stores = new Set(writes.flatMap(each => each.stores));
    const tx = this._db.transaction([...stores.add('fences')], 'readwrite', {
      durability: writes.some(({ strict }) => strict) ? 'strict' : 'relaxed'
    });
    // Heard of at the end, with what went wrong before it.
    tx.done.catch(() => undefined);
    let isFenced = false;
    // The first of its requests, and not waited for: nothing is committed before
    // it is answered.
    const checked = tx
      .objectStore('fences')
      .get(threadId)
      .then(fence => {
        if (held !== undefined && fence !== undefined && fence > held) {
          isFenced = true;
          tx.abort();
        }
      });
    checked.catch(() => undefined);
    try {
      const results: unknown[] = [];
      for (const { act } of writes) {
        results.push(await act(tx));
      }
      await checked;
      await tx.done;
      return results;
    } catch (error) {
      if (isFenced) {
        throw new FencedError(threadId);
      }
      try {
        tx.abort();
      } catch {
        // It has ended by itself.
      }
      throw tx.error ?? error;
    }
  }
}
