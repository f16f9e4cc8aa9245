import type { AgentEvent } from '../../contract';
import { keysUnder, type IKeys, type IRow } from '../database/rows';
import type { OnDamaged, ThreadDatabase } from '../database/thread-database';
import type { ThreadSearch } from './thread-search';

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
  let keys: IKeys | null = keysUnder(threadId);
  while (keys && !search.isFound) {
    const rows: IRow<'events'>[] = await database.rows.salvage(
      'events',
      keys,
      damaged,
      PAGE
    );
    for (const { value } of rows) {
      search.look((value && searchedText(value)) ?? '');
    }
    keys =
      rows.length < PAGE
        ? null
        : { lower: [...rows[PAGE - 1].key, ''], upper: [threadId, []] };
  }
}

/** The searchable text of an event; null if it has none. */
function searchedText(event: AgentEvent): string | null {
  switch (event.type) {
    case 'user-message':
    case 'model-message':
      return event.text;
    case 'final-answer':
      return event.answer;
    default:
      return null;
  }
}
