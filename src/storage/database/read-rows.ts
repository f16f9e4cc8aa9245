import type { StoreKey, StoreValue } from 'idb';

import type { IThreadSchema, ThreadStore } from './thread-schema';
import type { ThreadDatabase } from './thread-database';
import { unfoldTexts } from './fold-texts';

/** Told of each record that could not be read; the rest is given. */
export type OnDamaged = (threadId: string, error: unknown) => void;

export interface IRow<S extends ThreadStore> {
  key: StoreKey<IThreadSchema, S>;
  /** Undefined where it could not be read. */
  value: StoreValue<IThreadSchema, S> | undefined;
}

/**
 * The rows of a range, in order. One row that the browser cannot read fails the
 * whole request, so then each is asked for by itself.
 */
export async function readRows<S extends ThreadStore>(
  { db }: ThreadDatabase,
  store: S,
  range: IDBKeyRange,
  onDamaged: (error: unknown) => void,
  limit?: number
): Promise<IRow<S>[]> {
  const tx = db.transaction(store);
  // Heard of below, where the rows are asked for.
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

/** Stored values with their long texts; a sentence stands for one that is gone. */
export async function unfoldRows(
  { db }: ThreadDatabase,
  threadId: string,
  values: unknown[],
  onDamaged: (error: unknown) => void
): Promise<unknown[]> {
  const lost = (hash: string, cause?: unknown): void =>
    onDamaged(new Error(`The text ${hash} cannot be read.`, { cause }));
  const tx = db.transaction('texts');
  tx.done.catch(() => undefined);
  try {
    const gone: string[] = [];
    const unfolded = await unfoldTexts(values, async hash => {
      const text = await tx.store.get([threadId, hash]);
      if (text === undefined) {
        gone.push(hash);
      }
      return text;
    });
    gone.forEach(hash => lost(hash));
    return unfolded as unknown[];
  } catch {
    // One that cannot be read has ended the transaction for all.
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

/** Unlike `db.get`, with one failure and not two, of which nobody hears the second. */
function readRow<S extends ThreadStore>(
  db: ThreadDatabase['db'],
  store: S,
  key: StoreKey<IThreadSchema, S>
): Promise<StoreValue<IThreadSchema, S> | undefined> {
  const tx = db.transaction(store);
  tx.done.catch(() => undefined);
  return tx.store.get(key);
}
