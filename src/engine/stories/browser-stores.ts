import { ENGLISH } from '../../contract';
import { IndexedDBSaver } from '../../storage';
import { openThreadStore } from '../../storage/open-thread-store';
import type { ThreadLock } from '../../storage/threads/thread-lock';
import type { IStores } from './reopening';

/**
 * The stores of a browser, opened again as each page does.
 *
 * @returns the stores, with `close` for the end of the page.
 */
export async function browserStores(
  owner: string[]
): Promise<IStores & { lock: ThreadLock; close(): void }> {
  const store = await openThreadStore({
    owner,
    trans: ENGLISH,
    onProblem: problem => {
      throw new Error(problem);
    }
  });
  const { threads, journal, images, lock, database, onDamaged } = store;
  const checkpointer = new IndexedDBSaver(database, ENGLISH, onDamaged);
  return {
    journal,
    threads,
    lock,
    images,
    checkpointer,
    close: () => database.close()
  };
}
