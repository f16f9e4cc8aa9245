import { SerialQueue } from '../../contract/util/serial-queue';
import { newId } from './new-id';
import { onlyKey, type IKeys, type IRows, type ITransaction } from './rows';
import type { ThreadStoreName } from './thread-schema';

/**
 * Rows that live as long as the page. Values are kept as they are, since nobody
 * changes a stored one in place.
 */
export class MemoryRows implements IRows {
  readonly name = newId();
  /** By store, in the order of their keys. */
  private readonly _stores = new Map<ThreadStoreName, readonly IAnyRow[]>();
  private readonly _queue = new SerialQueue();

  transact<T>(
    _mode: 'read' | 'write' | 'strict',
    _stores: readonly ThreadStoreName[],
    work: (tx: ITransaction) => Promise<T> | T
  ): Promise<T> {
    return this._queue.run(async () => {
      const changed = new Map<ThreadStoreName, readonly IAnyRow[]>();
      const rowsOf = (store: ThreadStoreName): readonly IAnyRow[] =>
        changed.get(store) ?? this._stores.get(store) ?? [];
      const list = (store: ThreadStoreName, keys?: IKeys): IAnyRow[] =>
        rowsOf(store).slice(...(keys ? spanOf(rowsOf(store), keys) : []));
      const replace = (
        store: ThreadStoreName,
        keys: IKeys,
        ...by: IAnyRow[]
      ): void => {
        const rows = rowsOf(store);
        const [from, to] = spanOf(rows, keys);
        changed.set(store, [...rows.slice(0, from), ...by, ...rows.slice(to)]);
      };
      const result = await work({
        get: async (store, key) => list(store, onlyKey(key))[0]?.value as never,
        last: async (store, keys) => list(store, keys).at(-1) as never,
        list: async (store, keys, limit) =>
          list(store, keys).slice(0, limit) as never,
        put: (store, key, value) =>
          replace(store, onlyKey(key), { key, value }),
        delete: replace
      });
      changed.forEach((rows, store) => this._stores.set(store, rows));
      return result;
    });
  }

  /** None of them can be damaged. */
  salvage: IRows['salvage'] = (store, keys, _onDamaged, limit) =>
    this.transact('read', [store], tx => tx.list(store, keys, limit));

  close(): void {
    // Nobody waits for it to be released.
  }
}

type Key = IKeys['lower'];

interface IAnyRow {
  key: Key;
  value: unknown;
}

/** Where the rows of a range are: from, and up to but without. */
function spanOf(
  rows: readonly IAnyRow[],
  { lower, upper }: IKeys
): [number, number] {
  return [
    countWhile(rows, ({ key }) => compare(key, lower) < 0),
    countWhile(rows, ({ key }) => compare(key, upper) <= 0)
  ];
}

/** How many rows come before the first that is not so. */
function countWhile(
  rows: readonly IAnyRow[],
  isSo: (row: IAnyRow) => boolean
): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    [from, to] = isSo(rows[middle]) ? [middle + 1, to] : [from, middle];
  }
  return from;
}

/** IndexedDB's order: numbers, then strings, then arrays. */
function compare(a: Key | number, b: Key | number): number {
  if (typeof a === 'object' && typeof b === 'object') {
    for (const [at, part] of a.entries()) {
      const order = at < b.length ? compare(part, b[at]) : 1;
      if (order !== 0) {
        return order;
      }
    }
    return a.length - b.length;
  }
  const kinds = ['number', 'string', 'object'];
  const order = kinds.indexOf(typeof a) - kinds.indexOf(typeof b);
  return order || (a < b ? -1 : Number(a > b));
}
