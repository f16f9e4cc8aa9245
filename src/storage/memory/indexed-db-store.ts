import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation
} from '@langchain/langgraph-checkpoint';
import { SerialQueue } from '../../contract/util/serial-queue';
import type { IMemoryRow, MemoryDatabase } from './memory-database';

/** The part of a text index that is used. */
interface IStoreIndex {
  put(document: { id: string; fields: Record<string, string> }): void;
  remove(id: string): void;
  search(
    query: string,
    request: { limit: number; among?(id: string): boolean }
  ): Promise<{ id: string; score: number; clear?: boolean }[]>;
}

interface IStoreOptions {
  db: MemoryDatabase;
  index: IStoreIndex;
  /** The fields of a value to search. */
  fieldsOf(value: Record<string, unknown>): Record<string, string>;
  /** Items with a higher worth are kept longer. */
  worthOf(value: Record<string, unknown>): number;
  /** Maximum number of items. */
  most(): number;
  now?(): number;
}

type Value = Record<string, unknown>;

/**
 * LangGraph's store on IndexedDB. The page holds the index in memory and
 * updates it before each search with what other tabs have written. Results are
 * read from the database, so that deleted items are never returned.
 */
export class IndexedDBStore extends BaseStore {
  private readonly _options: IStoreOptions;
  private readonly _changes: ChangeCount;
  private readonly _known = new Map<string, IMemoryRow['namespace']>();
  private _seq = 0;
  private _gone = 0;
  private readonly _queue = new SerialQueue();

  constructor(options: IStoreOptions) {
    super();
    this._options = options;
    this._changes = new ChangeCount(options.db.name);
  }

  async batch<Op extends Operation[]>(
    operations: Op
  ): Promise<OperationResults<Op>> {
    const results: unknown[] = [];
    for (const operation of operations) {
      results.push(await this._do(operation));
    }
    return results as OperationResults<Op>;
  }

  /** Changes with every change this page has been told about, from any tab. */
  stamp(): string {
    return String(this._changes.current);
  }

  /**
   * Changes one item in one transaction, so that two tabs do not overwrite each
   * other's changes.
   *
   * @param change receives the current item. Returning null deletes it;
   * returning the same item leaves it alone.
   * @param pending is removed from the list of observations in the same
   * transaction; if it is gone already, nothing is done.
   */
  async update(
    namespace: readonly string[],
    key: string,
    change: (value: Value | null) => Value | null,
    pending?: string
  ): Promise<void> {
    const { db, most, worthOf, now = Date.now } = this._options;
    const tx = db.transaction(['items', 'counts', 'pending'], 'readwrite');
    // The error is thrown at the end, together with its cause.
    tx.done.catch(() => undefined);
    const items = tx.objectStore('items');
    const counts = tx.objectStore('counts');
    if (pending !== undefined) {
      if ((await tx.objectStore('pending').getKey(pending)) === undefined) {
        return tx.done;
      }
      await tx.objectStore('pending').delete(pending);
    }
    const at: [string, string] = [JSON.stringify(namespace), key];
    const stored = await items.get(at);
    const before = stored?.value ?? null;
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
          namespace: [...namespace],
          key,
          value,
          createdAt: stored?.createdAt ?? now(),
          updatedAt: now(),
          seq,
          worth: worthOf(value)
        },
        at
      );
      for (
        let left = (await items.count()) - most(),
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
    this._changes.tell();
  }

  private async _do(operation: Operation): Promise<unknown> {
    if ('namespacePrefix' in operation) {
      return this._search(operation);
    }
    if ('value' in operation) {
      const { namespace, key, value } = operation as PutOperation;
      return this.update(namespace, key, () => value);
    }
    if ('key' in operation) {
      const { namespace, key } = operation as GetOperation;
      const row = await this._row(JSON.stringify(namespace), key);
      return row ? itemOf(row) : null;
    }
    return this._namespaces(operation as ListNamespacesOperation);
  }

  private _row(space: string, key: string): Promise<IMemoryRow | undefined> {
    return this._options.db.get('items', [space, key]);
  }

  private async _search({
    namespacePrefix,
    filter = {},
    limit = 10,
    offset = 0,
    query
  }: SearchOperation): Promise<SearchItem[]> {
    const fits = ({ namespace, value }: IMemoryRow): boolean =>
      isUnder(namespace, namespacePrefix) &&
      Object.entries(filter).every(([name, wanted]) =>
        matches(value[name], wanted)
      );
    if (query === undefined) {
      const rows = await this._options.db.getAll('items');
      return rows
        .filter(fits)
        .slice(offset, offset + limit)
        .map(itemOf);
    }
    // One after the other, so that none works on what another has half read.
    await this._queue.run(() => this._takeIn());
    const hits = await this._options.index.search(query, {
      // Makes up for what the filter will remove.
      limit: (offset + limit) * (Object.keys(filter).length > 0 ? 10 : 1),
      among: id => isUnder(this._known.get(id) ?? [], namespacePrefix)
    });
    // Together, because a transaction for each would take longer than the
    // search.
    const tx = this._options.db.transaction('items');
    const rows = await Promise.all(
      hits.map(({ id }) => tx.store.get(JSON.parse(id) as [string, string]))
    );
    await tx.done;
    return rows
      .flatMap((row, at) => {
        const { score, clear } = hits[at];
        return row && fits(row)
          ? [{ ...itemOf(row), score, ...(clear && { clear }) }]
          : [];
      })
      .slice(offset, offset + limit);
  }

  private async _namespaces({
    matchConditions = [],
    maxDepth,
    limit,
    offset
  }: ListNamespacesOperation): Promise<string[][]> {
    const rows = await this._options.db.getAll('items');
    const found = new Map<string, string[]>();
    for (const { namespace } of rows) {
      if (matchConditions.every(condition => meets(namespace, condition))) {
        const short = namespace.slice(0, maxDepth);
        found.set(JSON.stringify(short), short);
      }
    }
    return [...found.values()].slice(offset, offset + limit);
  }

  private async _takeIn(): Promise<void> {
    const { db, index, fieldsOf } = this._options;
    const tx = db.transaction(['items', 'counts']);
    const items = tx.objectStore('items');
    const gone = (await tx.objectStore('counts').get('gone')) ?? 0;
    const rows = await items
      .index('seq')
      .getAll(IDBKeyRange.lowerBound(this._seq, true));
    const keys = gone === this._gone ? null : await items.getAllKeys();
    await tx.done;
    for (const { namespace, key, value, seq } of rows) {
      const id = JSON.stringify([JSON.stringify(namespace), key]);
      this._known.set(id, namespace);
      index.put({ id, fields: fieldsOf(value) });
      this._seq = Math.max(this._seq, seq);
    }
    if (keys) {
      const there = new Set(keys.map(each => JSON.stringify(each)));
      for (const id of this._known.keys()) {
        if (!there.has(id)) {
          this._known.delete(id);
          index.remove(id);
        }
      }
      this._gone = gone;
    }
  }
}

function itemOf({
  namespace,
  key,
  value,
  createdAt,
  updatedAt
}: IMemoryRow): Item {
  return {
    namespace,
    key,
    value,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt)
  };
}

function isUnder(
  namespace: readonly string[],
  prefix: readonly string[]
): boolean {
  return prefix.every((part, at) => namespace[at] === part);
}

function meets(
  namespace: readonly string[],
  { matchType, path }: MatchCondition
): boolean {
  const start = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return (
    path.length <= namespace.length &&
    path.every((part, at) => part === '*' || namespace[start + at] === part)
  );
}

const COMPARED: Record<string, (value: never, wanted: never) => boolean> = {
  $eq: (value, wanted) => value === wanted,
  $ne: (value, wanted) => value !== wanted,
  $gt: (value, wanted) => value > wanted,
  $gte: (value, wanted) => value >= wanted,
  $lt: (value, wanted) => value < wanted,
  $lte: (value, wanted) => value <= wanted,
  // An operator of our own: one of several values.
  $in: (value, wanted: readonly unknown[]) => wanted.includes(value)
};

/** @throws for an unknown comparison. */
function matches(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) {
    return value === wanted;
  }
  return Object.entries(wanted).every(([name, other]) => {
    if (!Object.hasOwn(COMPARED, name)) {
      throw new TypeError(`A store knows no filter “${name}”.`);
    }
    return COMPARED[name](value as never, other as never);
  });
}

/** The part of a BroadcastChannel that is used. */
type ICountChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/**
 * Counts changes in any tab, as far as this page has been told. Anything read
 * at another count has to be read again.
 */
class ChangeCount {
  private readonly _channel: ICountChannel;
  private _count = 0;

  /** @param name the same in all tabs. */
  constructor(name: string) {
    this._channel = new BroadcastChannel(name);
    this._channel.addEventListener('message', () => {
      this._count++;
    });
  }

  get current(): number {
    return this._count;
  }

  /** Reports that this tab has made a change, which can now be read. */
  tell(): void {
    this._count++;
    this._channel.postMessage('changed');
  }
}
