import type { IThreadRecord } from '../../contract';
import type { ThreadDatabase } from '../database/thread-database';
import { rowsOf } from '../database/keys-under';

/**
 * Deletes everything that is kept of a thread, whichever tab drives it, if its
 * record is still such that it is meant.
 *
 * @returns whether it was deleted.
 */
export async function deleteThread(
  { db }: ThreadDatabase,
  id: string,
  isMeant: (now: IThreadRecord | undefined) => boolean
): Promise<boolean> {
  const rows = rowsOf(id);
  const stores = [...new Set(rows.map(({ store }) => store))];
  const tx = db.transaction([...stores, 'fences'], 'readwrite');
  const goes = isMeant(await tx.objectStore('threads').get(id));
  if (goes) {
    for (const { store, range } of rows) {
      await tx.objectStore(store).delete(range);
    }
    // A tab that still works on it can write nothing from now on.
    const fences = tx.objectStore('fences');
    await fences.put(((await fences.get(id)) ?? 0) + 1, id);
  }
  await tx.done;
  return goes;
}
