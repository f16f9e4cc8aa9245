import 'fake-indexeddb/auto';

import { IDBFactory } from 'fake-indexeddb';

import { IndexedRows } from '../database/indexed-rows';
import { ThreadDatabase } from '../database/thread-database';

const opened: ThreadDatabase[] = [];

/** The browser's database behind it. */
export function idbOf({ rows }: ThreadDatabase): IndexedRows['db'] {
  return (rows as IndexedRows).db;
}

/** An empty browser. */
export function freshBrowser(): void {
  opened.splice(0).forEach(database => database.close());
  globalThis.indexedDB = new IDBFactory();
}

/** Opens the database like one more tab. */
export async function openTab(name = 'threads'): Promise<ThreadDatabase> {
  const rows = await IndexedRows.open(name, { onReplaced: () => undefined });
  const database = new ThreadDatabase(rows);
  opened.push(database);
  return database;
}

/** Calls `act` before each row that is written; what it throws is the failure. */
export function beforeEachRow(
  act: (store: IDBObjectStore, value: unknown, key?: IDBValidKey) => void
): jest.SpyInstance[] {
  return (['put', 'add'] as const).map(method => {
    const original = IDBObjectStore.prototype[method];
    return jest
      .spyOn(IDBObjectStore.prototype, method)
      .mockImplementation(function (this: IDBObjectStore, value, key?) {
        act(this, value, key);
        return original.call(this, value, key);
      });
  });
}

/** Makes each write to one store fail, as in a browser whose storage is full. */
export function fullFor(store: string): jest.SpyInstance[] {
  return beforeEachRow(({ name }) => {
    if (name === store) {
      throw new DOMException('No space is left.', 'QuotaExceededError');
    }
  });
}

/** Makes rows of a store unreadable, as on a damaged disk. */
export function unreadable(
  store: string,
  isBad: (key: IDBValidKey) => boolean
): void {
  const { get, getAll } = IDBObjectStore.prototype;
  const failing = (source: IDBObjectStore): IDBRequest =>
    // The way the fake runs a request, except that this one ends in an error
    // event.
    Reflect.get(source.transaction, '_execRequestAsync').call(
      source.transaction,
      {
        source,
        operation: () => {
          throw new DOMException('Failed to read.', 'UnknownError');
        }
      }
    );
  jest.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    return this.name === store ? failing(this) : getAll.apply(this, args);
  });
  jest.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
    this: IDBObjectStore,
    key
  ) {
    return this.name === store && isBad(key as IDBValidKey)
      ? failing(this)
      : get.call(this, key);
  });
}
