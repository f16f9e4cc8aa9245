import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';

import { FencedError } from '../contract';
import type {
  AgentEvent,
  IThreadDraft,
  IThreadRecord,
  IToolImage
} from '../contract';
import { MIGRATIONS, migrate } from './migrations';
import type { Migration } from './migrations';

/**
 * What is kept of conversations, one database for each server and user. A
 * string of more than `LONG` characters stands in `texts`, once, by its hash
 * (`long-texts.ts`); `graph` is the id of a thread's branch in LangGraph.
 */
export interface IThreadSchema extends DBSchema {
  threads: {
    key: string;
    value: IThreadRecord;
    indexes: { notebook: string };
  };
  /** The highest number a tab was given that drives the thread. */
  fences: { key: string; value: number };
  /** Where Web Locks are absent: who drives it, until when (ms). */
  leases: { key: string; value: { tab: string; until: number } };
  drafts: { key: string; value: IThreadDraft };
  events: {
    key: [thread: string, branch: string, seq: number];
    value: AgentEvent;
  };
  calls: {
    key: [thread: string, branch: string, call: string, attempt: number];
    value: ICallRow;
    indexes: { begun: [thread: string, branch: string, order: number] };
  };
  facts: { key: [thread: string, branch: string, name: string]; value: string };
  images: { key: [thread: string, hash: string]; value: IToolImage };
  texts: { key: [thread: string, hash: string]; value: string };
  checkpoints: {
    key: [graph: string, namespace: string, id: string];
    value: ICheckpointRow;
  };
  /** A channel's value, once a version. */
  values: {
    key: [
      graph: string,
      namespace: string,
      channel: string,
      version: string | number
    ];
    value: StoredValue;
  };
  /** Each message once, for all branches of the thread. */
  messages: { key: [thread: string, key: number]; value: StoredValue };
  /** Each list of messages once, as what changed against an earlier one. */
  lists: { key: [thread: string, id: number]; value: IListRow };
  /** What a thread from a file begins with, until it has checkpoints of its own. */
  imports: { key: string; value: unknown };
  /** Bytes of a thread as they were counted when it had last changed then. */
  sizes: { key: string; value: { updated: number; bytes: number } };
  writes: {
    key: [
      graph: string,
      namespace: string,
      checkpoint: string,
      task: string,
      index: number
    ];
    value: { channel: string; value: StoredValue };
  };
}

export interface ICallRow {
  /** An `ICallRecord` without its long texts. */
  record: unknown;
  /** Its place among the calls of its branch that were begun; set with the intent. */
  begun?: [thread: string, branch: string, order: number];
}

export interface ICheckpointRow {
  parent: string | null;
  /** Without `channel_values`. */
  checkpoint: StoredValue;
  metadata: StoredValue;
}

/** A value as LangGraph's serialiser writes it, its long texts folded. */
export type StoredValue = { json: unknown } | { bytes: Uint8Array };

/**
 * The keys of a list's messages: the first `keep` of the list `base`, then
 * `add`. `whole` is the list without a base that the chain ends in; all lists
 * between have ids between.
 */
export interface IListRow {
  base: number | null;
  whole: number;
  keep: number;
  add: number[];
}

export type ThreadStore = StoreNames<IThreadSchema>;
export type ThreadWrite<S extends ThreadStore[]> = IDBPTransaction<
  IThreadSchema,
  S,
  'readwrite'
>;

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

  constructor(readonly db: IDBPDatabase<IThreadSchema>) {}

  /** From now on writes of this thread carry this number. */
  setFence(threadId: string, fence: number): void {
    this.#fences.set(threadId, fence);
  }

  /** The number that writes of this thread carry; none where this tab does not drive it. */
  fence(threadId: string): number | undefined {
    return this.#fences.get(threadId);
  }

  /**
   * Writes of one thread, all or nothing, durable once it resolves.
   *
   * @param act must not wait for anything but the transaction.
   * @param strict also survives a crash of the machine.
   * @throws FencedError where a tab with a higher number has the thread.
   */
  async write<S extends ThreadStore, T>(
    threadId: string,
    stores: S[],
    act: (tx: ThreadWrite<(S | 'fences')[]>) => Promise<T> | T,
    strict = false
  ): Promise<T> {
    const tx = this.db.transaction([...stores, 'fences'], 'readwrite', {
      durability: strict ? 'strict' : 'relaxed'
    });
    // Heard of at the end, with what went wrong before it.
    tx.done.catch(() => undefined);
    const held = this.#fences.get(threadId);
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
      const result = await act(tx as ThreadWrite<(S | 'fences')[]>);
      await checked;
      await tx.done;
      return result;
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

  close(): void {
    this.db.close();
  }

  readonly #fences = new Map<string, number>();
}
