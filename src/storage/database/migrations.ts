import type { IDBPDatabase, IDBPTransaction } from 'idb';

import type { IThreadSchema, ThreadStoreName } from './thread-schema';

export type Upgrade = IDBPTransaction<
  IThreadSchema,
  ThreadStoreName[],
  'versionchange'
>;

/**
 * Upgrades a database to the next version. It may only wait for the transaction
 * itself, which ends as soon as it has no request pending.
 */
export type Migration = (
  db: IDBPDatabase<IThreadSchema>,
  tx: Upgrade
) => Promise<void> | void;

/**
 * The version that introduced each store without an index; the type requires an
 * entry for every store.
 */
const SINCE = {
  fences: 1,
  leases: 1,
  drafts: 1,
  events: 1,
  facts: 1,
  images: 1,
  texts: 1,
  checkpoints: 1,
  values: 1,
  messages: 1,
  lists: 1,
  imports: 1,
  sizes: 1,
  writes: 1,
  asks: 2
} satisfies Record<Exclude<ThreadStoreName, 'threads' | 'calls'>, number>;

/**
 * From version 0 (no database) to 1, and so on: the number of migrations is the
 * version.
 */
export const MIGRATIONS: readonly Migration[] = [
  db => {
    db.createObjectStore('threads').createIndex('notebook', 'notebook');
    db.createObjectStore('calls').createIndex('begun', 'begun');
    createStoresOf(1, db);
  },
  db => createStoresOf(2, db)
];

/**
 * All or nothing: if one migration fails, the database stays as it was.
 * @param from the existing version.
 */
export async function migrate(
  migrations: readonly Migration[],
  db: IDBPDatabase<IThreadSchema>,
  from: number,
  tx: Upgrade
): Promise<void> {
  // The error is reported by whoever opens the database.
  tx.done.catch(() => undefined);
  try {
    for (const migration of migrations.slice(from)) {
      await migration(db, tx);
    }
  } catch (error) {
    console.error('Cellwright: conversations could not be upgraded', {
      from,
      error
    });
    tx.abort();
  }
}

function createStoresOf(
  version: number,
  db: IDBPDatabase<IThreadSchema>
): void {
  for (const [store, since] of Object.entries(SINCE)) {
    if (since === version) {
      db.createObjectStore(store as keyof typeof SINCE);
    }
  }
}
