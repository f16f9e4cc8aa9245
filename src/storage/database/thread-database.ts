import { openDB, type IDBPDatabase } from 'idb';
import { MIGRATIONS, migrate, type Migration } from './migrations';
import type { IThreadSchema, ThreadStore, ThreadWrite } from './thread-schema';
import { WriteQueue } from './write-queue';

export interface IWriteOptions {
  /** Also survives a crash of the machine. */
  strict?: boolean;
  /** Depends on earlier write-behind data: nothing is written if that was lost. */
  rests?: boolean;
  /** Is itself something that others rest on: see `writeBehind`. */
  behind?: boolean;
  /** Nobody waits for it now: it goes with the next write, or once the page is free. */
  patient?: boolean;
}

/** Name of the database of one person on one server. */
export function databaseName(owner: readonly string[]): string {
  return `cellwright-threads ${JSON.stringify(owner)}`;
}

export interface IDatabaseEvents {
  /** Another tab waits with a newer version: this one has let go. */
  onReplaced(): void;
  /** The browser has closed the connection, when site data was cleared say. */
  onClosed?(): void;
  /** Another tab holds an older version open and does not let go. */
  onBlocked?(): void;
}

/** The open database: every write of a thread goes through `write`. */
export class ThreadDatabase {
  private readonly _fences = new Map<string, number>();

  private readonly _writes: WriteQueue;

  /** By thread: the last that was written behind, while it is on its way. */
  private readonly _behind = new Map<string, Promise<unknown>>();

  constructor(readonly db: IDBPDatabase<IThreadSchema>) {
    this._writes = new WriteQueue(db);
  }

  /** @throws what IndexedDB says where it cannot be opened. */
  static async open(
    name: string,
    { onReplaced, onClosed, onBlocked }: IDatabaseEvents,
    migrations: readonly Migration[] = MIGRATIONS
  ): Promise<ThreadDatabase> {
    const db = await openDB<IThreadSchema>(name, migrations.length, {
      upgrade: (made, from, _to, tx) =>
        void migrate(migrations, made, from, tx),
      blocking: () => {
        db.close();
        onReplaced();
      },
      blocked: onBlocked,
      terminated: onClosed
    });
    return new ThreadDatabase(db);
  }

  /** From now on writes of this thread carry this number. */
  setFence(threadId: string, fence: number): void {
    this._fences.set(threadId, fence);
  }

  /** The number that writes of this thread carry; none where this tab does not drive it. */
  fence(threadId: string): number | undefined {
    return this._fences.get(threadId);
  }

  /**
   * Writes of one thread, all or nothing, in the order they are asked for;
   * durable once it resolves.
   *
   * @param act must not wait for anything but the transaction. It is called
   * again where a transaction it shared has failed.
   * @throws FencedError where a tab with a higher number has the thread.
   */
  write<S extends ThreadStore, T>(
    threadId: string,
    stores: S[],
    act: (tx: ThreadWrite<(S | 'fences')[]>) => Promise<T> | T,
    {
      strict = false,
      rests = false,
      behind = false,
      patient = behind
    }: IWriteOptions = {}
  ): Promise<T> {
    const work = this._queue(threadId, stores, act, {
      strict,
      rests,
      behind,
      patient
    });
    if (behind) {
      this._goesBehind(
        threadId,
        work.catch(() => undefined)
      );
    }
    return work;
  }

  /**
   * The same, and nobody waits for it: it goes on its way, and where it cannot
   * be kept, writes that rest on it fail with what it failed with, until
   * `afresh`.
   *
   * @param onLost called once it is found that it cannot be kept.
   * @throws the same, where it rests on something that is lost already.
   */
  writeBehind<S extends ThreadStore>(
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
      rests: true,
      behind: true,
      patient: true
    });
    // Why is told to what rests on it.
    this._goesBehind(threadId, work.catch(onLost));
  }

  /** Resolves once what was written behind is durable, or was found not to be. */
  async arrived(threadId: string): Promise<void> {
    this._writes.begin();
    await this._behind.get(threadId);
  }

  /**
   * Resolves once what was written behind is durable.
   * @throws what it failed with.
   */
  async settled(threadId: string): Promise<void> {
    await this.arrived(threadId);
    const lost = this._writes.lost(threadId);
    if (lost) {
      throw lost.error;
    }
  }

  /** Begins anew with what is kept. */
  async afresh(threadId: string): Promise<void> {
    await this.arrived(threadId);
    this._writes.forget(threadId);
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

  private _queue<S extends ThreadStore, T>(
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
