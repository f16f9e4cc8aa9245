import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

interface IVectorSchema extends DBSchema {
  vectors: {
    key: [kind: string, source: string, hash: string];
    value: { vector: Float32Array; used: number };
    indexes: { used: number };
  };
}

export interface IVectorDatabaseOptions {
  /** The server's base URL and the user's name. */
  owner: readonly string[];
  /** Maximum number of vectors. */
  most?: number;
  now?(): number;
}

/** About 60 MB at the usual length of 1,536. */
const MAX_COUNT = 10_000;

/** ms before the last use of a vector is recorded again. */
const DAY = 86_400_000;

/**
 * Vectors by kind, source and hash of the text, without the texts themselves. A
 * separate database, opened when first needed.
 */
export class VectorDatabase {
  private readonly _options: IVectorDatabaseOptions;
  private _db: Promise<IDBPDatabase<IVectorSchema>> | null = null;

  constructor(options: IVectorDatabaseOptions) {
    this._options = options;
  }

  async read(
    kind: string,
    source: string,
    hashes: readonly string[]
  ): Promise<(Float32Array | undefined)[]> {
    const { now = Date.now } = this._options;
    const tx = (await this._open()).transaction('vectors', 'readwrite');
    const rows = await Promise.all(
      hashes.map(hash => tx.store.get([kind, source, hash]))
    );
    const old = rows.flatMap((row, at) =>
      row && row.used < now() - DAY
        ? tx.store.put({ ...row, used: now() }, [kind, source, hashes[at]])
        : []
    );
    await Promise.all([...old, tx.done]);
    return rows.map(row => row?.vector);
  }

  async write(
    kind: string,
    source: string,
    vectors: ReadonlyMap<string, Float32Array>
  ): Promise<void> {
    const { most = MAX_COUNT, now = Date.now } = this._options;
    const tx = (await this._open()).transaction('vectors', 'readwrite');
    await Promise.all(
      Array.from(vectors, ([hash, vector]) =>
        tx.store.put({ vector, used: now() }, [kind, source, hash])
      )
    );
    for (
      let left = (await tx.store.count()) - most,
        cursor = left > 0 ? await tx.store.index('used').openCursor() : null;
      cursor && left > 0;
      left--, cursor = await cursor.continue()
    ) {
      await cursor.delete();
    }
    await tx.done;
  }

  async keepOnly(kind: string, hashes: ReadonlySet<string>): Promise<void> {
    const tx = (await this._open()).transaction('vectors', 'readwrite');
    const keys = await tx.store.getAllKeys(
      // In IndexedDB arrays sort after strings, so this covers all sources of
      // the kind.
      IDBKeyRange.bound([kind], [kind, []])
    );
    await Promise.all([
      ...keys
        .filter(([, , hash]) => !hashes.has(hash))
        .map(key => tx.store.delete(key)),
      tx.done
    ]);
  }

  close(): void {
    void this._db?.then(db => db.close());
    this._db = null;
  }

  private _open(): Promise<IDBPDatabase<IVectorSchema>> {
    this._db ??= openDB<IVectorSchema>(
      `cellwright-vectors ${JSON.stringify(this._options.owner)}`,
      1,
      {
        upgrade: db =>
          db.createObjectStore('vectors').createIndex('used', 'used'),
        blocking: (_from, _to, event) =>
          (event.target as IDBDatabase | null)?.close()
      }
    ).catch((error: unknown) => {
      // The next attempt opens it again.
      this._db = null;
      throw error;
    });
    return this._db;
  }
}
