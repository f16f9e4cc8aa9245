import 'fake-indexeddb/auto';

import { IDBFactory } from 'fake-indexeddb';

import { ThreadDatabase } from '../database/thread-database';

const opened: ThreadDatabase[] = [];

/** A browser without anything in it. */
export function freshBrowser(): void {
  opened.splice(0).forEach(database => database.close());
  globalThis.indexedDB = new IDBFactory();
}

/** The database as one more tab opens it. */
export async function openTab(name = 'threads'): Promise<ThreadDatabase> {
  const database = await ThreadDatabase.open(name, {
    onReplaced: () => undefined
  });
  opened.push(database);
  return database;
}

/** Makes each write of one store fail, as a browser does that is full. */
export function fullFor(store: string): jest.SpyInstance[] {
  return (['put', 'add'] as const).map(method => {
    const original = IDBObjectStore.prototype[method];
    return jest
      .spyOn(IDBObjectStore.prototype, method)
      .mockImplementation(function (
        this: IDBObjectStore,
        ...args: Parameters<typeof original>
      ) {
        if (this.name === store) {
          throw new DOMException('No space is left.', 'QuotaExceededError');
        }
        return original.apply(this, args);
      });
  });
}

/** Makes rows of a store unreadable, as on a disk that is damaged. */
export function unreadable(
  store: string,
  isBad: (key: IDBValidKey) => boolean
): void {
  const { get, getAll } = IDBObjectStore.prototype;
  const failing = (source: IDBObjectStore): IDBRequest =>
    // How the fake runs any request: this one ends in an error event.
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
