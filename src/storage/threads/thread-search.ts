import type { AgentEvent } from '../../contract';
import { keysUnder, type IKeys, type IRow } from '../database/rows';
import type { OnDamaged, ThreadDatabase } from '../database/thread-database';

/** Number of characters shown on each side of a match. */
const AROUND = 60;

/** Maximum number of threads in a result; to narrow it down, search for more words. */
export const MAX_FOUND = 50;

export function searchWords(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))];
}

/** Looks for all words in the texts of one thread, one text at a time. */
export class ThreadSearch {
  private readonly _words: readonly string[];
  private readonly _missing: Set<string>;
  private _best = { words: 0, excerpt: '' };

  constructor(words: readonly string[], title: string) {
    this._words = words;
    this._missing = new Set(words);
    this._best.excerpt = title;
    const found = title.toLowerCase();
    words.forEach(word => found.includes(word) && this._missing.delete(word));
  }

  /** Whether all words were found. */
  get isFound(): boolean {
    return this._missing.size === 0;
  }

  /**
   * An excerpt around the words, from the text with the most of them; otherwise
   * the title.
   */
  get excerpt(): string {
    return this._best.excerpt;
  }

  look(text: string): void {
    const lower = text.toLowerCase();
    const here = this._words.filter(word => lower.includes(word));
    here.forEach(word => this._missing.delete(word));
    if (here.length > this._best.words) {
      this._best = { words: here.length, excerpt: excerptOf(text, here[0]) };
    }
  }
}

function excerptOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word);
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + word.length + AROUND);
  const middle = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${middle}${to < text.length ? '…' : ''}`;
}

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
