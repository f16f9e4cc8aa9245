import type { ThreadStore } from './thread-schema';

/** Keys that begin with these parts; arrays sort behind all that is no array. */
export function keysUnder(...parts: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}

/**
 * What a person said of a file of conversations stands among the facts, under a
 * name that no thread has.
 */
export function filedAnswers(path: string): string {
  return `file ${path}`;
}

/** How the rows of a thread are found in each store. */
const PLACES: Record<
  Exclude<ThreadStore, 'fences'>,
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
  texts: 'first',
  messages: 'first',
  lists: 'first',
  asks: 'first',
  checkpoints: 'graph',
  values: 'graph',
  writes: 'graph'
};

/**
 * Where everything that is kept of a thread lies: a store and a range in it.
 * Fences are left out: they outlive the thread, so that a tab that still works
 * on one that was deleted can write nothing.
 */
export function rowsOf(
  threadId: string
): { store: Exclude<ThreadStore, 'fences'>; range: IDBKeyRange }[] {
  return Object.entries(PLACES).flatMap(([name, place]) => {
    const store = name as Exclude<ThreadStore, 'fences'>;
    switch (place) {
      case 'id':
        return [{ store, range: IDBKeyRange.only(threadId) }];
      case 'first':
        return [{ store, range: keysUnder(threadId) }];
      case 'graph':
        // Its branches are `id#…`; `$` is the character behind `#`.
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
