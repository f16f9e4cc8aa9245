import type { AgentCommand, ITabRequests, TabAnswer } from '../contract';
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
    const tx = this._database.db.transaction('asks', 'readwrite');
    for (
      let cursor = await tx.store.openCursor();
      cursor;
      cursor = await cursor.continue()
    ) {
      if (isOld(cursor.value)) {
        await cursor.delete();
      }
    }
    await tx.store.put({ command, time: Date.now() }, [command.threadId, id]);
    await tx.done;
  }

  async take(threadId: string, id: string): Promise<AgentCommand | undefined> {
    const tx = this._database.db.transaction('asks', 'readwrite');
    const row = await tx.store.get([threadId, id]);
    const asked = row && 'command' in row ? row : undefined;
    if (asked) {
      await tx.store.delete([threadId, id]);
    }
    await tx.done;
    return asked && !isOld(asked) && asked.command.threadId === threadId
      ? asked.command
      : undefined;
  }

  async answer(threadId: string, id: string, answer: TabAnswer): Promise<void> {
    const row = { answer, time: Date.now() };
    await this._database.db.put('asks', row, answerKey(threadId, id));
  }

  async readAnswer(
    threadId: string,
    id: string
  ): Promise<TabAnswer | undefined> {
    const tx = this._database.db.transaction('asks', 'readwrite');
    const key = answerKey(threadId, id);
    const row = await tx.store.get(key);
    await tx.store.delete(key);
    await tx.done;
    return row && 'answer' in row ? row.answer : undefined;
  }
}

/** A key next to that of the request. */
function answerKey(threadId: string, id: string): [string, string] {
  return [threadId, `answer ${id}`];
}

function isOld({ time }: { time: number }): boolean {
  return Math.abs(Date.now() - time) > GOOD_FOR;
}
