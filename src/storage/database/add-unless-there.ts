import { unwrap, type IDBPObjectStore } from 'idb';

import type { IThreadSchema, ThreadStoreName } from './thread-schema';

/**
 * Adds a row unless its key is taken: then the row that is there stays, and the
 * transaction goes on. Asking first whether the key is taken would cost a turn
 * of the event loop.
 */
export function addUnlessThere<S extends ThreadStoreName>(
  store: IDBPObjectStore<IThreadSchema, ThreadStoreName[], S, 'readwrite'>,
  value: IThreadSchema[S]['value'],
  key: IThreadSchema[S]['key']
): void {
  const request = unwrap(store).add(value, key as IDBValidKey);
  request.addEventListener('error', event => {
    if (request.error?.name === 'ConstraintError') {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}
