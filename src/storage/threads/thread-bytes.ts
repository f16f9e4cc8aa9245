import type { ThreadDatabase } from '../database/thread-database';
import { rowsOf } from '../database/keys-under';

/**
 * Approximate size of a thread's stored data in bytes: the length of its rows
 * as JSON, with one row in memory at a time. A row that cannot be read ends the
 * count.
 */
export async function threadBytes(
  { db }: ThreadDatabase,
  threadId: string
): Promise<number> {
  let bytes = 0;
  for (const { store, range } of rowsOf(threadId)) {
    let cursor = await db.transaction(store).store.openCursor(range);
    while (cursor) {
      bytes += JSON.stringify(cursor.value)?.length ?? 0;
      cursor = await cursor.continue();
    }
  }
  return bytes;
}
