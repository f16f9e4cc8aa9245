import type { AgentCommand, ITabRequests } from '../contract';
import type { ThreadDatabase } from './database/thread-database';

/** How long a request is good for, in ms: its tab waits for less. */
const GOOD_FOR = 30_000;

/** Requests of tabs in the database that they share. */
export class TabRequests implements ITabRequests {
  readonly #database: ThreadDatabase;

  constructor(database: ThreadDatabase) {
    this.#database = database;
  }

  /** Also clears away what a tab that is gone has left. */
  async put(id: string, command: AgentCommand): Promise<void> {
    const tx = this.#database.db.transaction('asks', 'readwrite');
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
    const tx = this.#database.db.transaction('asks', 'readwrite');
    const row = await tx.store.get([threadId, id]);
    await tx.store.delete([threadId, id]);
    await tx.done;
    return row && !isOld(row) && row.command.threadId === threadId
      ? row.command
      : undefined;
  }

  async isLeft(threadId: string, id: string): Promise<boolean> {
    const { db } = this.#database;
    return (await db.getKey('asks', [threadId, id])) !== undefined;
  }
}

function isOld({ time }: { time: number }): boolean {
  return Math.abs(Date.now() - time) > GOOD_FOR;
}
