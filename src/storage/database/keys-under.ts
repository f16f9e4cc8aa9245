import type { ThreadStoreName } from './thread-schema';

/**
 * Range of keys that begin with these parts; in IndexedDB arrays sort after
 * everything else.
 */
export function keysUnder(...parts: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}

/**
 * The person's answers about a file of conversations are stored as facts, under
 * a name that no thread has.
 */
export function filedAnswersKey(path: string): string {
  return `file ${path}`;
}

/** How to find a thread's rows in each store. */
const PLACES: Record<
  Exclude<ThreadStoreName, 'fences'>,
  'id' | 'first' | 'graph'
> = {
  threads: 'id',
  leases: 'id',
  drafts: 'id',
  imports: 'id',
  sizes: 'id',
  events: 'first',
  calls: 'first',
  facts: 'first',
  images: 'first',
  messages: 'first',
  asks: 'first',
  checkpoints: 'graph',
  values: 'graph',
  writes: 'graph'
};

/**
 * All places where data of a thread is stored, each a store and a key range.
 * Fences are not included: they outlive the thread, so that a tab still working
 * on a deleted thread cannot write anything.
 */
export function rowsOf(
  threadId: string
): { store: Exclude<ThreadStoreName, 'fences'>; range: IDBKeyRange }[] {
  return Object.entries(PLACES).flatMap(([name, place]) => {
    const store = name as Exclude<ThreadStoreName, 'fences'>;
    switch (place) {
      case 'id':
        return [{ store, range: IDBKeyRange.only(threadId) }];
      case 'first':
        return [{ store, range: keysUnder(threadId) }];
      case 'graph':
        // The branches are `id#…`; `$` is the character after `#`.
        return [
          { store, range: keysUnder(threadId) },
          {
            store,
            range: IDBKeyRange.bound(
              [`${threadId}#`],
              [`${threadId}$`],
              false,
              true
            )
          }
        ];
    }
  });
}
