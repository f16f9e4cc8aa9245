import type { IThreadRecord } from '../../contract';
import type { ThreadDatabase } from '../database/thread-database';
import { rowsOf } from '../database/keys-under';

/**
 * Deletes everything stored about a thread, whichever tab drives it, if its
 * record still meets the condition.
 *
 * @returns whether it was deleted.
 */
export async function deleteThread(
  database: ThreadDatabase,
  id: string,
  isMeant: (now: IThreadRecord | undefined) => boolean
): Promise<boolean> {
  const { db } = database;
  const rows = rowsOf(id);
  const stores = [...new Set(rows.map(({ store }) => store))];
  const tx = db.transaction([...stores, 'fences'], 'readwrite');
  const goes = isMeant(await tx.objectStore('threads').get(id));
  if (goes) {
    for (const { store, range } of rows) {
      await tx.objectStore(store).delete(range);
    }
    // From now on a tab that is still working on it cannot write anything.
    const fences = tx.objectStore('fences');
    await fences.put(((await fences.get(id)) ?? 0) + 1, id);
  }
  await tx.done;
  if (goes) {
    database.fenceOut(id);
  }
  return goes;
}
