import type { ThreadDatabase } from '../database/thread-database';
import { keysUnder } from '../database/keys-under';
import { readRows, type IRow, type OnDamaged } from '../database/read-rows';
import { searchedText, type ThreadSearch } from './thread-search';

/** Number of events read at once. */
const PAGE = 200;

/** Searches the messages of a thread in all branches, page by page. */
export async function searchEvents(
  database: ThreadDatabase,
  threadId: string,
  search: ThreadSearch,
  onDamaged: OnDamaged
): Promise<void> {
  const damaged = (error: unknown): void => onDamaged(threadId, error);
  let range: IDBKeyRange | null = keysUnder(threadId);
  while (range && !search.isFound) {
    const rows: IRow<'events'>[] = await readRows(
      database,
      'events',
      range,
      damaged,
      PAGE
    );
    for (const { value } of rows) {
      search.look((value && searchedText(value)) ?? '');
    }
    const last = rows[rows.length - 1];
    range =
      rows.length < PAGE
        ? null
        : IDBKeyRange.bound(last.key, [threadId, []], true);
  }
}
