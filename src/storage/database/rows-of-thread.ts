import { keysUnder, onlyKey, type IKeys } from './rows';
import { STORES, type ThreadStoreName } from './thread-schema';

/**
 * All places where data of a thread can be stored, each a store and a key
 * range. Fences are not included: they outlive the thread, so that a tab still
 * working on a deleted thread cannot write anything.
 */
export function rowsOf(
  threadId: string
): { store: ThreadStoreName; keys: IKeys }[] {
  const ranges = [
    onlyKey(threadId),
    keysUnder(threadId),
    // The graphs of branches are `id#…`; `$` is the character after `#`.
    { lower: [`${threadId}#`], upper: [`${threadId}$`] }
  ];
  return STORES.filter(store => store !== 'fences').flatMap(store =>
    ranges.map(keys => ({ store, keys }))
  );
}
