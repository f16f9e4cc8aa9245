import type { IDBPDatabase, IDBPTransaction } from 'idb';

import type { IThreadSchema, ThreadStore } from './thread-schema';

export type Upgrade = IDBPTransaction<
  IThreadSchema,
  ThreadStore[],
  'versionchange'
>;

/**
 * Brings a database from the version before to the next one. What it waits for
 * can only be the transaction itself: that ends as soon as it has nothing to do.
 */
export type Migration = (
  db: IDBPDatabase<IThreadSchema>,
  tx: Upgrade
) => Promise<void> | void;

/** The version that each store without an index came with; none can be forgotten here. */
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
} satisfies Record<Exclude<ThreadStore, 'threads' | 'calls'>, number>;

/** From version 0, which is none, to 1, and so on: their number is the version. */
export const MIGRATIONS: readonly Migration[] = [
  db => {
    db.createObjectStore('threads').createIndex('notebook', 'notebook');
    db.createObjectStore('calls').createIndex('begun', 'begun');
    createStoresOf(1, db);
  },
  db => createStoresOf(2, db)
];

/**
 * All or nothing: where one fails, the database stays as it was.
 * @param from the version that is there.
 */
export async function migrate(
  migrations: readonly Migration[],
  db: IDBPDatabase<IThreadSchema>,
  from: number,
  tx: Upgrade
): Promise<void> {
  // Heard of by whoever opens the database.
  tx.done.catch(() => undefined);
  try {
    for (const migration of migrations.slice(from)) {
      await migration(db, tx);
    }
  } catch (error) {
    console.error('Cellwright: conversations could not be brought up to date', {
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
