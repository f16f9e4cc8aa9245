import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A stored entry; its namespace ends with its kind. */
export interface IMemoryRow {
  namespace: string[];
  key: string;
  value: Record<string, unknown>;
  /** Number of the write that stored it; newer items have higher numbers. */
  seq: number;
  /** If there are too many items, those of the lowest worth are deleted first. */
  worth: number;
}

export interface IMemorySchema extends DBSchema {
  items: {
    key: [namespace: string, key: string];
    value: IMemoryRow;
    indexes: { seq: number; worth: number };
  };
  /** `seq`: number of the last write; `gone`: how many items were deleted. */
  counts: { key: 'seq' | 'gone'; value: number };
}

export type MemoryDatabase = IDBPDatabase<IMemorySchema>;

/**
 * What was learned for one person on one server. It has a database of its own:
 * the one for conversations also belongs to a folder, is moved when the
 * folder's name changes, and a newer version of it would lock out a tab with an
 * older one.
 *
 * @param owner the server's base URL and the user's name.
 */
export function openMemoryDatabase(
  owner: readonly string[]
): Promise<MemoryDatabase> {
  return openDB<IMemorySchema>(
    `cellwright-memory ${JSON.stringify(owner)}`,
    1,
    {
      upgrade: db => {
        const items = db.createObjectStore('items');
        items.createIndex('seq', 'seq');
        items.createIndex('worth', 'worth');
        db.createObjectStore('counts');
      },
      blocking: (_from, _to, event) =>
        (event.target as IDBDatabase | null)?.close()
    }
  );
}
