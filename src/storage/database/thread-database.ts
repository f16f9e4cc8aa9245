import { openDB, type IDBPDatabase } from 'idb';
import {
  createStores,
  type IThreadSchema,
  type ThreadStoreName,
  type ThreadWrite
} from './thread-schema';
import { FencedError } from '../../contract';
import { nextTask } from '../../contract/util/next-task';

export interface IWriteOptions {
  /** Also survives a crash of the machine. */
  strict?: boolean;
  /** Depends on earlier write-behind data: nothing is written if that was lost. */
  dependent?: boolean;
  /** Is itself write-behind data that other writes depend on; see `writeBehind`. */
  writeBehind?: boolean;
  /** Not urgent: written with the next urgent write, or once the page is idle. */
  canWait?: boolean;
  /** Patient, and an urgent write that belongs to it is about to follow. */
  leads?: boolean;
}

/** Name of the database for one person on one server. */
export function databaseName(owner: readonly string[]): string {
  return `cellwright-threads ${JSON.stringify(owner)}`;
}

interface IDatabaseEvents {
  /**
   * Another tab is waiting with a newer version, so this one has released the
   * database.
   */
  onReplaced(): void;
  /**
   * The browser has closed the connection, for example because site data was
   * cleared.
   */
  onClosed?(): void;
  /** Another tab holds an older version open and does not release it. */
  onBlocked?(): void;
}

/** Lower than any fence number. */
const NO_FENCE = 0;

/** The open database: every write of a thread goes through `write`. */
export class ThreadDatabase {
  private readonly _fences = new Map<string, number>();

  private readonly _writes: WriteQueue;

  /** By thread: the last write-behind write still under way. */
  private readonly _behind = new Map<string, Promise<unknown>>();

  constructor(readonly db: IDBPDatabase<IThreadSchema>) {
    this._writes = new WriteQueue(db);
  }

  /** @throws IndexedDB's error if it cannot be opened. */
  static async open(
    name: string,
    { onReplaced, onClosed, onBlocked }: IDatabaseEvents
  ): Promise<ThreadDatabase> {
    const db = await openDB<IThreadSchema>(name, 1, {
      upgrade: createStores,
      blocking: () => {
        db.close();
        onReplaced();
      },
      blocked: onBlocked,
      terminated: onClosed
    });
    return new ThreadDatabase(db);
  }

  /** Sets the fence number for later writes to this thread. */
  setFence(threadId: string, fence: number): void {
    this._fences.set(threadId, fence);
  }

  /**
   * The thread was deleted: this tab, too, can neither write to it nor go on
   * from what it knows of it.
   */
  fenceOut(threadId: string): void {
    if (this._fences.has(threadId)) {
      this._fences.set(threadId, NO_FENCE);
    }
  }

  /**
   * The fence number for writes to this thread; undefined if this tab does not
   * drive it.
   */
  fence(threadId: string): number | undefined {
    return this._fences.get(threadId);
  }

  /**
   * Writes of one thread, all or nothing, in the order of the calls; durable
   * once it resolves.
   *
   * @param act must not wait for anything except the transaction. It is called
   * again if a transaction it shared has failed.
   * @throws FencedError if a tab with a higher number has the thread.
   */
  write<S extends ThreadStoreName, T>(
    threadId: string,
    stores: S[],
    act: (tx: ThreadWrite<(S | 'fences')[]>) => Promise<T> | T,
    {
      strict = false,
      dependent = false,
      writeBehind = false,
      leads = false,
      canWait = writeBehind || leads
    }: IWriteOptions = {}
  ): Promise<T> {
    const work = this._queue(threadId, stores, act, {
      strict,
      dependent,
      writeBehind,
      canWait,
      leads
    });
    if (writeBehind) {
      this._goesBehind(
        threadId,
        work.catch(() => undefined)
      );
    }
    return work;
  }

  /**
   * The same without waiting. If the data cannot be stored, writes that depend
   * on it fail with the same error, until `afresh` is called.
   *
   * @param onLost called when the data turns out to be lost.
   * @throws the same error, if data it depends on is already lost.
   */
  writeBehind<S extends ThreadStoreName>(
    threadId: string,
    stores: S[],
    act: (tx: ThreadWrite<(S | 'fences')[]>) => Promise<void>,
    onLost: () => void
  ): void {
    const lost = this._writes.lost(threadId);
    if (lost) {
      throw lost.error;
    }
    const work = this._queue(threadId, stores, act, {
      strict: false,
      dependent: true,
      writeBehind: true,
      canWait: true,
      leads: false
    });
    // The error is reported to the writes that depend on it.
    this._goesBehind(threadId, work.catch(onLost));
  }

  /** Starts the writes that are not urgent, too. */
  begin(): void {
    this._writes.begin();
  }

  /** Resolves once few enough writes are waiting for another to be added. */
  room(): Promise<void> {
    return this._writes.room();
  }

  /** Resolves once write-behind data is durable, or has turned out to be lost. */
  async delivered(threadId: string): Promise<void> {
    const last = this._behind.get(threadId);
    if (last) {
      this._writes.begin();
      await last;
    }
  }

  /**
   * Resolves once write-behind data is durable.
   * @throws the error of the write.
   */
  async settled(threadId: string): Promise<void> {
    await this.delivered(threadId);
    const lost = this._writes.lost(threadId);
    if (lost) {
      throw lost.error;
    }
  }

  /**
   * Starts over from what is stored.
   * @returns whether some write-behind data was lost.
   */
  async afresh(threadId: string): Promise<boolean> {
    await this.delivered(threadId);
    const isLost = this._writes.lost(threadId) !== null;
    this._writes.forget(threadId);
    return isLost;
  }

  close(): void {
    this.db.close();
  }

  private _goesBehind(threadId: string, ended: Promise<unknown>): void {
    this._behind.set(threadId, ended);
    void ended.then(() => {
      if (this._behind.get(threadId) === ended) {
        this._behind.delete(threadId);
      }
    });
  }

  private _queue<S extends ThreadStoreName, T>(
    threadId: string,
    stores: S[],
    act: (tx: ThreadWrite<(S | 'fences')[]>) => Promise<T> | T,
    options: Required<IWriteOptions>
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      this._writes.add({
        threadId,
        fence: this._fences.get(threadId),
        stores,
        act: tx => act(tx as unknown as ThreadWrite<(S | 'fences')[]>),
        ...options,
        resolve: result => resolve(result as T),
        reject
      });
    });
  }
}

/** A queued write of a thread. */
interface IQueuedWrite {
  threadId: string;
  /** The thread's fence number when the write was requested. */
  fence: number | undefined;
  stores: ThreadStoreName[];
  /** Must not wait for anything except the transaction, and may be called again. */
  act(tx: ThreadWrite<ThreadStoreName[]>): unknown;
  /** Also survives a crash of the machine. */
  strict: boolean;
  /** Depends on earlier write-behind data; rejected if that was lost. */
  dependent: boolean;
  /** Nobody waits for it: a failure is reported to the writes that depend on it. */
  writeBehind: boolean;
  /** Not urgent: written with the next urgent write, or once the page is idle. */
  canWait: boolean;
  /** Patient, and an urgent one that belongs to it is about to follow. */
  leads: boolean;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Writes that may wait for a transaction: those of some four steps of a run. */
const MAX_WAITING = 40;

/**
 * ms after a strict transaction, or after a write that leads to an urgent one, in
 * which only urgent writes begin a transaction.
 */
const CALM = 30;

/**
 * Writes of all threads, in order. The browser would also run them one after
 * the other, but each transaction costs it some milliseconds. Writes that
 * arrive during a transaction therefore share the next one, and those that are
 * not urgent wait for one.
 */
class WriteQueue {
  private readonly _db: IDBPDatabase<IThreadSchema>;
  /** By thread: the error of write-behind data that was lost. */
  private readonly _lost = new Map<string, unknown>();
  private _waiting: IQueuedWrite[] = [];
  /** Those who wait until fewer writes are waiting. */
  private _patience: (() => void)[] = [];
  private _busy = false;
  /** Whether it is about to start once there is time. */
  private _isLater = false;
  /** When that began, by `performance.now()`. */
  private _calmSince = -Infinity;

  constructor(db: IDBPDatabase<IThreadSchema>) {
    this._db = db;
  }

  /** Starts unless a transaction is under way; simultaneous writes share one. */
  add(write: IQueuedWrite): void {
    this._waiting.push(write);
    if (!write.canWait) {
      this.begin();
    } else {
      if (write.leads) {
        this._calmSince = performance.now();
      }
      this._beginLater();
    }
  }

  /** Starts, including writes that are not urgent. */
  begin(): void {
    if (!this._busy && this._waiting.length > 0) {
      this._busy = true;
      queueMicrotask(() => void this._run());
    }
  }

  /**
   * Resolves once few enough writes are waiting. Whoever adds writes that nobody
   * waits for has to wait here: otherwise they pile up wherever the page makes
   * them faster than the disk takes them.
   */
  async room(): Promise<void> {
    if (this._waiting.length >= MAX_WAITING) {
      this.begin();
      await new Promise<void>(resolve => this._patience.push(resolve));
    }
  }

  /** Why write-behind data was lost. */
  lost(threadId: string): { error: unknown } | null {
    return this._lost.has(threadId)
      ? { error: this._lost.get(threadId) }
      : null;
  }

  /** The loss has been dealt with: later writes are accepted again. */
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
      this._letIn();
      if (!(await this._commit(group))) {
        // Retries them separately, so that only those that cannot be stored
        // fail.
        for (const write of group) {
          await this._commit([write]);
        }
      }
    } while (this._waiting.some(({ canWait }) => !canWait));
    this._busy = false;
    this._beginLater();
  }

  /** Starts once there is time. */
  private _beginLater(): void {
    if (this._busy || this._isLater || this._waiting.length === 0) {
      return;
    }
    this._isLater = true;
    whenFree(() => {
      this._isLater = false;
      if (this._calm() > 0) {
        this._beginLater();
      } else {
        this.begin();
      }
    }, this._calm());
  }

  /** ms left to what is urgent, which often follows a decision or an effect. */
  private _calm(): number {
    return isHidden()
      ? 0
      : Math.max(0, this._calmSince + CALM - performance.now());
  }

  private _letIn(): void {
    if (this._waiting.length < MAX_WAITING) {
      const patience = this._patience;
      this._patience = [];
      patience.forEach(resolve => resolve());
    }
  }

  /** @returns false if several failed together; none of them was rejected yet. */
  private async _commit(group: IQueuedWrite[]): Promise<boolean> {
    const [{ threadId }] = group;
    const lost = this.lost(threadId);
    const writes = lost ? group.filter(each => !each.dependent) : group;
    for (const { dependent, reject } of lost ? group : []) {
      if (dependent) {
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
      for (const { writeBehind, reject } of writes) {
        if (writeBehind) {
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
    const isStrict = writes.some(({ strict }) => strict);
    const tx = this._db.transaction([...stores.add('fences')], 'readwrite', {
      durability: isStrict ? 'strict' : 'relaxed'
    });
    // The error is thrown at the end, together with its cause.
    tx.done.catch(() => undefined);
    let isFenced = false;
    const checked = tx
      .objectStore('fences')
      .get(threadId)
      .then(fence => {
        if (held !== undefined && fence !== undefined && fence > held) {
          isFenced = true;
          tx.abort();
        }
      });
    // To wait for it here would cost a turn of the event loop.
    checked.catch(() => undefined);
    try {
      const results: unknown[] = [];
      for (const { act } of writes) {
        results.push(await act(tx));
      }
      await checked;
      await tx.done;
      if (isStrict) {
        this._calmSince = performance.now();
      }
      return results;
    } catch (error) {
      if (isFenced) {
        throw new FencedError(threadId);
      }
      try {
        tx.abort();
      } catch {
        // It has already ended.
      }
      throw tx.error ?? error;
    }
  }
}

function isHidden(): boolean {
  return (
    (globalThis.document as Document | undefined)?.visibilityState === 'hidden'
  );
}

/** What browsers have of the scheduler; Safari has none. */
interface IScheduler {
  postTask?(
    act: () => void,
    options: { priority: 'background'; delay: number }
  ): unknown;
}

/** ms after which it is called even if the page is busy all the time. */
const LATEST = 50;

/**
 * Calls `act` once the page has nothing more urgent to do, and soon in any
 * case, at once if the page is hidden meanwhile: there, whatever has a delay can
 * be late by up to a minute.
 *
 * @param earliest ms before which it is not called in a visible page.
 */
function whenFree(act: () => void, earliest = 0): void {
  const { scheduler, document } = globalThis as {
    scheduler?: IScheduler;
    document?: Document;
  };
  let isDone = false;
  const once = (): void => {
    if (!isDone) {
      isDone = true;
      clearTimeout(timer);
      document?.removeEventListener('visibilitychange', once);
      act();
    }
  };
  const timer =
    scheduler?.postTask || earliest > 0
      ? setTimeout(once, scheduler?.postTask ? LATEST : earliest)
      : undefined;
  document?.addEventListener('visibilitychange', once);
  if (scheduler?.postTask) {
    scheduler.postTask(once, { priority: 'background', delay: earliest });
  } else if (earliest === 0) {
    void nextTask().then(once);
  }
}
