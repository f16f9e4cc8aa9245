import type { IDBPObjectStore, StoreKey, StoreValue } from 'idb';

import type { IThreadSchema, ThreadStoreName } from './thread-schema';
import type { ThreadDatabase } from './thread-database';
import { unfoldTexts } from './fold-texts';

/** Called for each record that could not be read; the rest is returned. */
export type OnDamaged = (threadId: string, error: unknown) => void;

export interface IRow<S extends ThreadStoreName> {
  key: StoreKey<IThreadSchema, S>;
  /** Undefined if it could not be read. */
  value: StoreValue<IThreadSchema, S> | undefined;
}

/**
 * The rows in a range, in order. A single row the browser cannot read makes the
 * whole request fail; in that case each row is requested separately.
 */
export async function readRows<S extends ThreadStoreName>(
  { db }: ThreadDatabase,
  store: S,
  range: IDBKeyRange,
  onDamaged: (error: unknown) => void,
  limit?: number
): Promise<IRow<S>[]> {
  const tx = db.transaction(store);
  // The error shows up below, when the rows are requested.
  tx.done.catch(() => undefined);
  const asked = tx.store.getAllKeys(range, limit);
  try {
    const [keys, values] = await Promise.all([
      asked,
      tx.store.getAll(range, limit)
    ]);
    return keys.map((key, index) => ({ key, value: values[index] }));
  } catch {
    const rows: IRow<S>[] = [];
    for (const key of await db.getAllKeys(store, range, limit)) {
      let value: StoreValue<IThreadSchema, S> | undefined;
      try {
        value = await readRow(db, store, key);
      } catch (error) {
        onDamaged(error);
      }
      rows.push({ key, value });
    }
    return rows;
  }
}

/** Stored values with their long texts; a sentence replaces a text that is gone. */
export async function unfoldRows(
  { db }: ThreadDatabase,
  threadId: string,
  values: unknown[],
  onDamaged: (error: unknown) => void
): Promise<unknown[]> {
  const lost = (hash: string, cause?: unknown): void =>
    onDamaged(new Error(`The text ${hash} cannot be read.`, { cause }));
  // Opened only if there is a long text, because it waits for earlier writes.
  let store: IDBPObjectStore<IThreadSchema, ['texts'], 'texts'> | null = null;
  try {
    const gone: string[] = [];
    const unfolded = await unfoldTexts(values, async hash => {
      store ??= storeOf(db, 'texts');
      const text = await store.get([threadId, hash]);
      if (text === undefined) {
        gone.push(hash);
      }
      return text;
    });
    gone.forEach(hash => lost(hash));
    return unfolded as unknown[];
  } catch (error) {
    if (!store) {
      // The database is closed, which says nothing about what is in it.
      throw error;
    }
    // An unreadable one has ended the transaction for all.
    return (await unfoldTexts(values, async hash => {
      try {
        return await readRow(db, 'texts', [threadId, hash]);
      } catch (error) {
        lost(hash, error);
        return undefined;
      }
    })) as unknown[];
  }
}

/**
 * A single row. Unlike `db.get`, it has one failure rather than two, of which
 * the second would be unhandled.
 */
function readRow<S extends ThreadStoreName>(
  db: ThreadDatabase['db'],
  store: S,
  key: StoreKey<IThreadSchema, S>
): Promise<StoreValue<IThreadSchema, S> | undefined> {
  return storeOf(db, store).get(key);
}

function storeOf<S extends ThreadStoreName>(
  db: ThreadDatabase['db'],
  store: S
): IDBPObjectStore<IThreadSchema, [S], S> {
  const tx = db.transaction(store);
  tx.done.catch(() => undefined);
  return tx.store;
}
