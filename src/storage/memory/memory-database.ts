import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** An item of a store, as LangGraph addresses it. */
export interface IMemoryRow {
  namespace: string[];
  key: string;
  value: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
  /** The number of the write that it came with: what is new has a higher one. */
  seq: number;
  /** What is worth least goes first when there is too much. */
  worth: number;
}

export interface IMemorySchema extends DBSchema {
  items: {
    key: [namespace: string, key: string];
    value: IMemoryRow;
    indexes: { seq: number; worth: number };
  };
  /** `seq`: the last write; `gone`: how many were deleted. */
  counts: { key: 'seq' | 'gone'; value: number };
  /** Observations that are still to be taken in. */
  pending: { key: string; value: unknown };
}

export type MemoryDatabase = IDBPDatabase<IMemorySchema>;

/** From version 0, which is none, to 1, and so on: their number is the version. */
const MIGRATIONS: readonly ((db: MemoryDatabase) => void)[] = [
  db => {
    const items = db.createObjectStore('items');
    items.createIndex('seq', 'seq');
    items.createIndex('worth', 'worth');
    db.createObjectStore('counts');
    db.createObjectStore('pending');
  }
];

/**
 * What is learned of one person on one server. A database of its own: that of
 * conversations belongs to a folder as well, is moved when a folder's name
 * changes, and its newer version would lock out a tab with an older one.
 *
 * @param owner the server's base URL and the user's name.
 */
export function openMemoryDatabase(
  owner: readonly string[]
): Promise<MemoryDatabase> {
  return openDB<IMemorySchema>(
    `cellwright-memory ${JSON.stringify(owner)}`,
    MIGRATIONS.length,
    {
      upgrade: (db, from) =>
        MIGRATIONS.slice(from).forEach(migration => migration(db)),
      blocking: (_from, _to, event) =>
        (event.target as IDBDatabase | null)?.close()
    }
  );
}
