import { memoryEntry, type IMemoryEntry, type MemoryKind } from '../contract';
import { SerialQueue } from '../contract/util/serial-queue';
import { HybridIndex, SearchIndex, type TextVectors } from '../search';
import type {
  IMemoryRow,
  MemoryDatabase
} from '../storage/memory/memory-database';

/** The kind under which the vectors of memories are stored. */
export const VECTORS = 'memory';

/** Each of the first uses makes an entry as valuable as one this many ms younger. */
const USE = 30 * 24 * 60 * 60 * 1000;
const USES_THAT_COUNT = 24;

/**
 * The entries in the database. The page holds an index of them in memory and
 * updates it before each search with what other tabs have written. Results are
 * read from the database, so that deleted entries are never returned.
 */
export class MemoryStore {
  private readonly _index: HybridIndex;
  private readonly _kinds = new Map<string, string>();
  private _seq = 0;
  private _gone = 0;
  private readonly _queue = new SerialQueue();

  /**
   * @param _most entries that are kept.
   * @param vectors also finds by meaning; if absent, only by words.
   */
  constructor(
    private readonly _db: MemoryDatabase,
    private readonly _most: () => number,
    vectors?: TextVectors
  ) {
    this._index = new HybridIndex(
      new SearchIndex({ weights: { subject: 1, domain: 0.3 } }),
      vectors && {
        vectors,
        kind: VECTORS,
        textOf: ({ fields }) => fields.meant
      }
    );
  }

  async list(kind: MemoryKind): Promise<IMemoryEntry[]> {
    const rows = await this._db.getAll('items');
    return rows
      .filter(({ namespace }) => namespace[1] === kind)
      .map(({ value }) => memoryEntry.parse(value));
  }

  async get(kind: MemoryKind, key: string): Promise<IMemoryEntry | null> {
    return entryIn(await this._db.get('items', placeOf(kind, key)));
  }

  /** Best match first. */
  async search(
    kind: MemoryKind,
    query: string,
    limit: number,
    fits: (entry: IMemoryEntry) => boolean = () => true
  ): Promise<{ entry: IMemoryEntry; clear?: boolean }[]> {
    // One after the other, so that none works on what another has half read.
    await this._queue.run(() => this._takeIn());
    const hits = await this._index.search(query, {
      // Makes up for those that do not fit.
      limit: limit * 10,
      among: id => this._kinds.get(id) === kind
    });
    // Together, because a transaction for each would take longer than the
    // search.
    const tx = this._db.transaction('items');
    const rows = await Promise.all(
      hits.map(({ id }) => tx.store.get(JSON.parse(id) as [string, string]))
    );
    await tx.done;
    return rows
      .flatMap((row, at) => {
        const entry = entryIn(row);
        return entry && fits(entry) ? [{ entry, clear: hits[at].clear }] : [];
      })
      .slice(0, limit);
  }

  /**
   * Changes one entry in one transaction, so that two tabs do not overwrite each
   * other's changes.
   *
   * @param change receives the current entry. Returning null deletes it;
   * returning the same entry leaves it alone.
   */
  async update(
    kind: MemoryKind,
    key: string,
    change: (entry: IMemoryEntry | null) => IMemoryEntry | null
  ): Promise<void> {
    const tx = this._db.transaction(['items', 'counts'], 'readwrite');
    // The error is thrown at the end, together with its cause.
    tx.done.catch(() => undefined);
    const items = tx.objectStore('items');
    const counts = tx.objectStore('counts');
    const at = placeOf(kind, key);
    const before = entryIn(await items.get(at));
    const value = change(before);
    if (value === before) {
      return tx.done;
    }
    let gone = 0;
    if (value === null) {
      await items.delete(at);
      gone = 1;
    } else {
      const seq = ((await counts.get('seq')) ?? 0) + 1;
      await counts.put(seq, 'seq');
      await items.put(
        {
          namespace: namespaceOf(kind),
          key,
          value,
          seq,
          worth: worthOf(value)
        },
        at
      );
      for (
        let left = (await items.count()) - this._most(),
          cursor = left > 0 ? await items.index('worth').openCursor() : null;
        cursor && left > 0;
        left--, cursor = await cursor.continue()
      ) {
        await cursor.delete();
        gone++;
      }
    }
    if (gone > 0) {
      await counts.put(((await counts.get('gone')) ?? 0) + gone, 'gone');
    }
    await tx.done;
  }

  private async _takeIn(): Promise<void> {
    const tx = this._db.transaction(['items', 'counts']);
    const items = tx.objectStore('items');
    const gone = (await tx.objectStore('counts').get('gone')) ?? 0;
    const rows = await items
      .index('seq')
      .getAll(IDBKeyRange.lowerBound(this._seq, true));
    const keys = gone === this._gone ? null : await items.getAllKeys();
    await tx.done;
    for (const { namespace, key, value, seq } of rows) {
      const id = JSON.stringify([JSON.stringify(namespace), key]);
      const subject = String(value.subject);
      this._kinds.set(id, namespace[1]);
      this._index.put({
        id,
        fields: {
          subject,
          domain: String(value.domain),
          // Text from a file is not sent anywhere before it is accepted.
          meant: value.accepted === true ? subject : ''
        }
      });
      this._seq = Math.max(this._seq, seq);
    }
    if (keys) {
      const there = new Set(keys.map(each => JSON.stringify(each)));
      for (const id of this._kinds.keys()) {
        if (!there.has(id)) {
          this._kinds.delete(id);
          this._index.remove(id);
        }
      }
      this._gone = gone;
    }
  }
}

function namespaceOf(kind: MemoryKind): string[] {
  return ['memory', kind];
}

function placeOf(kind: MemoryKind, key: string): [string, string] {
  return [JSON.stringify(namespaceOf(kind)), key];
}

function entryIn(row: IMemoryRow | undefined): IMemoryEntry | null {
  return row ? memoryEntry.parse(row.value) : null;
}

/** What a file claims must not displace anything learned here. */
function worthOf({ accepted, usedAt, uses }: IMemoryEntry): number {
  return accepted
    ? Math.min(usedAt, Date.now()) + Math.min(uses, USES_THAT_COUNT) * USE
    : -1;
}
