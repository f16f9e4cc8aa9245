import { openDB, type IDBPDatabase } from 'idb';

import type { IKeys, IRow, IRows, ITransaction } from './rows';
import {
  createStores,
  type IThreadSchema,
  type ThreadStoreName
} from './thread-schema';

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

/** Rows in IndexedDB. */
export class IndexedRows implements IRows {
  constructor(readonly db: IDBPDatabase<IThreadSchema>) {}

  /** @throws IndexedDB's error if it cannot be opened. */
  static async open(
    name: string,
    { onReplaced, onClosed, onBlocked }: IDatabaseEvents
  ): Promise<IndexedRows> {
    const db = await openDB<IThreadSchema>(name, 1, {
      upgrade: createStores,
      blocking: () => {
        db.close();
        onReplaced();
      },
      blocked: onBlocked,
      terminated: onClosed
    });
    return new IndexedRows(db);
  }

  get name(): string {
    return this.db.name;
  }

  async transact<T>(
    mode: 'read' | 'write' | 'strict',
    stores: readonly ThreadStoreName[],
    work: (tx: ITransaction) => Promise<T> | T
  ): Promise<T> {
    const tx =
      mode === 'read'
        ? this.db.transaction(stores)
        : this.db.transaction(stores, 'readwrite', {
            durability: mode === 'strict' ? 'strict' : 'relaxed'
          });
    // The error is thrown at the end, together with its cause.
    tx.done.catch(() => undefined);
    const storeOf = (name: ThreadStoreName) =>
      // Only one of all stores is used at a time.
      tx.objectStore(name) as unknown as IAnyStore;
    const started = (request: Promise<unknown>): void => {
      request.catch(() => undefined);
    };
    try {
      const result = await work({
        get: async (store, key) => storeOf(store).get(key) as never,
        last: async (store, keys) => {
          const cursor = await storeOf(store).openCursor(rangeOf(keys), 'prev');
          return cursor
            ? ({ key: cursor.key, value: cursor.value } as never)
            : undefined;
        },
        list: async (store, keys, limit) =>
          rowsIn(storeOf(store), keys, limit) as never,
        put: (store, key, value) => started(storeOf(store).put(value, key)),
        delete: (store, keys) => started(storeOf(store).delete(rangeOf(keys)))
      });
      if (mode !== 'read') {
        try {
          // Without it, a page that is closing may lose what it has put.
          tx.commit();
        } catch {
          // It has ended, with the error below or because all was done.
        }
        await tx.done;
      }
      return result;
    } catch (error) {
      try {
        tx.abort();
      } catch {
        // It has already ended.
      }
      throw tx.error ?? error;
    }
  }

  /**
   * A single row the browser cannot read makes the whole request fail; in that
   * case each row is requested separately.
   */
  async salvage<S extends ThreadStoreName>(
    store: S,
    keys: IKeys | undefined,
    onDamaged: (error: unknown) => void,
    limit?: number
  ): Promise<IRow<S>[]> {
    try {
      return await this.transact('read', [store], tx =>
        tx.list(store, keys, limit)
      );
    } catch {
      const range = keys && rangeOf(keys);
      const rows: IRow<S>[] = [];
      for (const key of await this.db.getAllKeys(store, range, limit)) {
        let value: IRow<S>['value'];
        try {
          value = await this.transact('read', [store], tx =>
            tx.get(store, key)
          );
        } catch (error) {
          onDamaged(error);
        }
        rows.push({ key, value });
      }
      return rows;
    }
  }

  close(): void {
    this.db.close();
  }
}

/** A store of which the types of keys and values do not matter. */
interface IAnyStore {
  get(key: unknown): Promise<unknown>;
  openCursor(
    range: IDBKeyRange,
    direction: 'prev'
  ): Promise<{ key: unknown; value: unknown } | null>;
  getAllKeys(range?: IDBKeyRange, limit?: number): Promise<unknown[]>;
  getAll(range?: IDBKeyRange, limit?: number): Promise<unknown[]>;
  put(value: unknown, key: unknown): Promise<unknown>;
  delete(range: IDBKeyRange): Promise<void>;
}

async function rowsIn(
  store: IAnyStore,
  keys: IKeys | undefined,
  limit?: number
): Promise<{ key: unknown; value: unknown }[]> {
  const range = keys && rangeOf(keys);
  const [found, values] = await Promise.all([
    store.getAllKeys(range, limit),
    store.getAll(range, limit)
  ]);
  return found.map((key, at) => ({ key, value: values[at] }));
}

function rangeOf({ lower, upper }: IKeys): IDBKeyRange {
  return IDBKeyRange.bound(lower, upper);
}
