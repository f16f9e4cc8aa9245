import type { AgentCommand } from '../contract';
import { keysUnder, onlyKey, type ITransaction } from './database/rows';
import { newId } from './database/new-id';
import type { ThreadDatabase } from './database/thread-database';
import type { IThreadSchema } from './database/thread-schema';

export type InboxKey = IThreadSchema['inbox']['key'];

/** Commands that would do something once more if they were carried out again. */
const ONCE: ReadonlySet<AgentCommand['type']> = new Set([
  'fork',
  'undo'
] as const);

/**
 * Commands for a thread that another tab works on. A command stays until it is
 * done, so that it is not lost with the tab that took it; whoever has the
 * thread then carries it out again, which the id of its message or card allows.
 */
export class Inbox {
  constructor(private readonly _database: ThreadDatabase) {}

  leave(command: AgentCommand): Promise<InboxKey> {
    const { threadId } = command;
    return this._transact(async tx => {
      const last = await tx.last('inbox', keysUnder(threadId));
      // With an id, since the number comes again once the last one is done.
      const key: InboxKey = [threadId, (last?.key[1] ?? 0) + 1, newId()];
      tx.put('inbox', key, { command, taker: null });
      return key;
    });
  }

  /** Whether a command is done, a tab has taken it, or nobody has seen it. */
  status(key: InboxKey): Promise<'done' | 'taken' | 'left'> {
    return this._transact(async tx => {
      const row = await tx.get('inbox', key);
      return !row ? 'done' : row.taker === null ? 'left' : 'taken';
    });
  }

  isEmpty(threadId: string): Promise<boolean> {
    return this._transact(async tx => {
      return (await tx.list('inbox', keysUnder(threadId), 1)).length === 0;
    });
  }

  /**
   * The commands that this tab, which has the thread, has not taken yet, oldest
   * first.
   *
   * @throws FencedError if another tab has the thread.
   */
  take(
    threadId: string
  ): Promise<readonly { key: InboxKey; command: AgentCommand }[]> {
    const taker = this._database.fence(threadId) ?? 0;
    return this._database.write(threadId, ['inbox'], async tx => {
      const rows = await tx.list('inbox', keysUnder(threadId));
      return rows.flatMap(({ key, value }) => {
        if (!value || value.taker === taker) {
          return [];
        }
        const { command } = value;
        if (ONCE.has(command.type)) {
          tx.delete('inbox', onlyKey(key));
        } else {
          tx.put('inbox', key, { command, taker });
        }
        return [{ key, command }];
      });
    });
  }

  async remove(key: InboxKey): Promise<void> {
    await this._transact(tx => tx.delete('inbox', onlyKey(key)));
  }

  private _transact<T>(work: (tx: ITransaction) => Promise<T> | T): Promise<T> {
    return this._database.rows.transact('write', ['inbox'], work);
  }
}
