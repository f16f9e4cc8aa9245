import type { AgentCommand, ITabRequests, TabAnswer } from '../contract';
import { onlyKey, type ITransaction } from './database/rows';
import type { ThreadDatabase } from './database/thread-database';

/** How long a request is valid, in ms; its tab waits for less. */
const GOOD_FOR = 30_000;

/** Requests of tabs and the answers to them, in the database the tabs share. */
export class TabRequests implements ITabRequests {
  private readonly _database: ThreadDatabase;

  constructor(database: ThreadDatabase) {
    this._database = database;
  }

  /** Also removes what closed tabs have left behind. */
  async put(id: string, command: AgentCommand): Promise<void> {
    await this._transact(async tx => {
      for (const { key, value } of await tx.list('asks')) {
        if (!value || isOld(value)) {
          tx.delete('asks', onlyKey(key));
        }
      }
      tx.put('asks', [command.threadId, id], { command, time: Date.now() });
    });
  }

  async take(threadId: string, id: string): Promise<AgentCommand | undefined> {
    const asked = await this._transact(async tx => {
      const row = await tx.get('asks', [threadId, id]);
      if (!row || !('command' in row)) {
        return undefined;
      }
      tx.delete('asks', onlyKey([threadId, id]));
      return row;
    });
    return asked && !isOld(asked) && asked.command.threadId === threadId
      ? asked.command
      : undefined;
  }

  async answer(threadId: string, id: string, answer: TabAnswer): Promise<void> {
    await this._transact(tx =>
      tx.put('asks', answerKey(threadId, id), { answer, time: Date.now() })
    );
  }

  async readAnswer(
    threadId: string,
    id: string
  ): Promise<TabAnswer | undefined> {
    const key = answerKey(threadId, id);
    const row = await this._transact(async tx => {
      const found = await tx.get('asks', key);
      tx.delete('asks', onlyKey(key));
      return found;
    });
    return row && 'answer' in row ? row.answer : undefined;
  }

  private _transact<T>(work: (tx: ITransaction) => Promise<T> | T): Promise<T> {
    return this._database.rows.transact('write', ['asks'], work);
  }
}

/** A key next to that of the request. */
function answerKey(threadId: string, id: string): [string, string] {
  return [threadId, `answer ${id}`];
}

function isOld({ time }: { time: number }): boolean {
  return Math.abs(Date.now() - time) > GOOD_FOR;
}
