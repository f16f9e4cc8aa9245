import type { IListRow, StoredValue } from '../database/thread-schema';
import type { IChain, MessageRows } from './message-rows';
import { type IReadMessages, UnreadableRecord } from './to-stored';

/** Reads messages, each one only once however often it is referenced. */
export class MessageReading implements IReadMessages {
  readonly messages = new Map<number, object>();
  readonly lists = new Map<number, readonly number[]>();
  private readonly _rows: MessageRows;
  private readonly _load: (
    stored: StoredValue | undefined,
    key: number
  ) => Promise<object>;

  private readonly _rowsOfLists = new Map<number, IListRow>();
  private readonly _chains = new Map<number, IChain>();

  constructor(
    rows: MessageRows,
    /** Creates the message stored in a row. */
    load: (stored: StoredValue | undefined, key: number) => Promise<object>
  ) {
    this._rows = rows;
    this._load = load;
    for (const { id, keys, messages } of rows.lists) {
      this.lists.set(id, keys);
      keys.forEach((key, at) => this.messages.set(key, messages[at]));
    }
  }

  /** @throws UnreadableRecord */
  async need(found: {
    messages: Iterable<number>;
    lists: Iterable<number>;
  }): Promise<void> {
    const lists = [...found.lists];
    for (const id of lists) {
      if (!this.lists.has(id)) {
        this.lists.set(id, await this._keysOf(id));
      }
    }
    const wanted = new Set([
      ...found.messages,
      ...lists.flatMap(id => this.lists.get(id) ?? [])
    ]);
    const unread = [...wanted].filter(key => !this.messages.has(key));
    if (unread.length === 0) {
      return;
    }
    const stored = await this._readMessages(unread);
    await Promise.all(
      unread.map(async key => {
        const message = await this._load(stored.get(key), key);
        this.messages.set(key, message);
        this._rows.knows(message, key);
      })
    );
  }

  /** Drops the lists that were put together, but keeps their messages. */
  forgetLists(): void {
    this.lists.clear();
    this._chains.clear();
  }

  /**
   * Remembers the lists that were read, because the next write probably extends
   * them.
   */
  keep(): void {
    for (const [id, chain] of this._chains) {
      const keys = this.lists.get(id) ?? [];
      this._rows.knowsList({
        id,
        chain,
        keys,
        messages: keys.map(key => this.messages.get(key) as object)
      });
    }
  }

  private async _keysOf(id: number): Promise<number[]> {
    const { database, threadId } = this._rows;
    if (this._rowsOfLists.has(id)) {
      // Already read for another list.
      return this._resolve(id);
    }
    const last = await database.db.get('lists', [threadId, id]);
    if (last && last.base !== null) {
      const range = IDBKeyRange.bound([threadId, last.whole], [threadId, id]);
      const tx = database.db.transaction('lists');
      const [keys, rows] = await Promise.all([
        tx.store.getAllKeys(range),
        tx.store.getAll(range)
      ]);
      keys.forEach(([, each], at) => this._rowsOfLists.set(each, rows[at]));
    } else if (last) {
      this._rowsOfLists.set(id, last);
    }
    return this._resolve(id);
  }

  private _resolve(id: number): number[] {
    const behind: IListRow[] = [];
    for (let next: number | null = id; next !== null;) {
      const row: IListRow | undefined = this._rowsOfLists.get(next);
      if (!isListRow(row) || (row.base !== null && row.base >= next)) {
        throw new UnreadableRecord(`list ${id}`);
      }
      behind.push(row);
      next = row.base;
    }
    const whole = behind[behind.length - 1];
    this._chains.set(id, {
      whole: whole.whole,
      wholeLength: whole.add.length,
      depth: behind.length - 1
    });
    const keys: number[] = [];
    for (const { keep, add } of behind.reverse()) {
      if (keep > keys.length) {
        throw new UnreadableRecord(`list ${id}`);
      }
      keys.length = keep;
      keys.push(...add);
    }
    return keys;
  }

  private async _readMessages(
    keys: number[]
  ): Promise<Map<number, StoredValue | undefined>> {
    const { database, threadId } = this._rows;
    const tx = database.db.transaction('messages');
    if (keys.length <= FEW) {
      return new Map(
        await Promise.all(
          keys.map(
            async key => [key, await tx.store.get([threadId, key])] as const
          )
        )
      );
    }
    const range = IDBKeyRange.bound(
      [threadId, Math.min(...keys)],
      [threadId, Math.max(...keys)]
    );
    const [found, rows] = await Promise.all([
      tx.store.getAllKeys(range),
      tx.store.getAll(range)
    ]);
    return new Map(found.map(([, key], at) => [key, rows[at]]));
  }
}

/** From this many messages on, one range request is faster than single requests. */
const FEW = 16;

function isListRow(row: IListRow | undefined): row is IListRow {
  return (
    typeof row?.keep === 'number' &&
    typeof row.whole === 'number' &&
    Array.isArray(row.add)
  );
}
