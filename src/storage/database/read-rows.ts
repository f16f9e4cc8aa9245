import type { StoreKey, StoreValue } from 'idb';

import type { IThreadSchema, ThreadStoreName } from './thread-schema';
import type { ThreadDatabase } from './thread-database';

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

/**
 * A single row. Unlike `db.get`, it has one failure rather than two, of which
 * the second would be unhandled.
 */
function readRow<S extends ThreadStoreName>(
  db: ThreadDatabase['db'],
  store: S,
  key: StoreKey<IThreadSchema, S>
): Promise<StoreValue<IThreadSchema, S> | undefined> {
  const tx = db.transaction(store);
  tx.done.catch(() => undefined);
  return tx.store.get(key);
}
