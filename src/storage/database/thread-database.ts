import { openDB, type IDBPDatabase } from 'idb';
import {
  createStores,
  type IThreadSchema,
  type ThreadStoreName,
  type ThreadWrite
} from './thread-schema';
import { WriteQueue, type MustHold } from './write-queue';

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

export interface IDatabaseEvents {
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
    act: (
      tx: ThreadWrite<(S | 'fences')[]>,
      mustHold: MustHold
    ) => Promise<T> | T,
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
    act: (
      tx: ThreadWrite<(S | 'fences')[]>,
      mustHold: MustHold
    ) => Promise<void>,
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
    act: (
      tx: ThreadWrite<(S | 'fences')[]>,
      mustHold: MustHold
    ) => Promise<T> | T,
    options: Required<IWriteOptions>
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      this._writes.add({
        threadId,
        fence: this._fences.get(threadId),
        stores,
        act: (tx, mustHold) =>
          act(tx as unknown as ThreadWrite<(S | 'fences')[]>, mustHold),
        ...options,
        resolve: result => resolve(result as T),
        reject
      });
    });
  }
}
