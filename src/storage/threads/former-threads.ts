import { deleteDB } from 'idb';

import type { IThreadRecord } from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { openUnless } from '../database/open-unless';
import { ThreadDatabase } from '../database/thread-database';
import { deleteThread } from './delete-thread';
import { formerDatabases, type Former } from './former-databases';
import { filedAnswersKey, keysUnder, rowsOf } from '../database/keys-under';
import { threadFilePath } from '../transfer/filed-thread';
import { ThreadLock, type Locks } from './thread-lock';

/** How to recognise conversations of an earlier version. */
export interface IFormerOwners {
  formerOf(owner: readonly string[]): Former;
  /** Owners to look for if the browser cannot list its databases. */
  guesses: readonly (readonly string[])[];
  /**
   * Ids of the cells in a notebook of this folder; null if there is no such
   * notebook.
   * @throws if it cannot be read at the moment.
   */
  cellsOf(notebook: string): Promise<ReadonlySet<string> | null>;
}

export interface IFormerThreadsOptions extends IFormerOwners {
  /** The database to move them to. */
  database: ThreadDatabase;
  /** Web Locks, as for `ThreadLock`. */
  locks?: Locks | null;
  /** Called when some have been moved. */
  onMoved(): void;
}

/**
 * Conversations that an earlier version stored under another name: for a user
 * name that the server had made up for its login cookie, and without the folder
 * in which the server was started. Each one is moved as a whole and stays in
 * place until it has arrived, so that a page that crashes in between loses
 * nothing.
 *
 * If a conversation's folder is not known, there has to be a trace of this
 * folder: the conversation must mention cells of its notebook as found here.
 * Without a trace, nothing is moved until the person says so, because a
 * notebook of the same name in another folder would otherwise get that folder's
 * cards.
 */
export class FormerThreads {
  private readonly _options: IFormerThreadsOptions;
  private readonly _cells = new Map<
    string,
    Promise<ReadonlySet<string> | null>
  >();

  private _left = 0;
  private readonly _queue = new SerialQueue();

  constructor(options: IFormerThreadsOptions) {
    this._options = options;
  }

  /** Number of conversations whose folder is unknown. */
  get left(): number {
    return this._left;
  }

  /**
   * Never rejects: anything that cannot be moved now is left for the next page
   * load.
   * @param all whether conversations without a trace belong to this folder,
   * too.
   */
  move(all = false): Promise<void> {
    return this._queue.run(async () => {
      try {
        await this._moveFound(all);
      } catch (error) {
        console.warn(
          'Cellwright: earlier conversations could not be looked up',
          error
        );
      }
    });
  }

  private async _moveFound(all: boolean): Promise<void> {
    const { database, formerOf, guesses, onMoved } = this._options;
    const own = database.db.name;
    const found = await formerDatabases(own, formerOf, guesses);
    let left = 0;
    let moved = 0;
    for (const { name, former } of found) {
      try {
        const done = await this._empty(name, all || former === 'same');
        left += done.left;
        moved += done.moved;
      } catch (error) {
        console.warn(
          'Cellwright: earlier conversations could not be moved',
          name,
          error
        );
      }
    }
    const before = this._left;
    this._left = left;
    if (moved > 0 || left !== before) {
      onMoved();
    }
  }

  /**
   * Moves this folder's conversations out of a database, and deletes it once it
   * is empty.
   */
  private async _empty(
    name: string,
    isOurs: boolean
  ): Promise<{ moved: number; left: number }> {
    const from = await openNow(name);
    let moved = 0;
    let left = 0;
    let stays = false;
    try {
      if (isOurs) {
        await this._takeAnswers(from);
      }
      for (const id of await from.db.getAllKeys('threads')) {
        if (!isOurs && !(await this._hasTrace(from, id))) {
          left++;
          continue;
        }
        if (!isOurs) {
          await this._takeAnswers(from, await from.db.get('threads', id));
        }
        if (await this._take(from, id)) {
          moved++;
        } else {
          stays = true;
        }
      }
    } finally {
      from.close();
    }
    if (left === 0 && !stays) {
      // Not awaited, because a page with an earlier version may have it open.
      deleteDB(name).catch((error: unknown) => {
        console.warn(
          'Cellwright: an empty database could not be deleted',
          name,
          error
        );
      });
    }
    return { moved, left };
  }

  /**
   * Copies the person's answers about conversation files beside notebooks. They
   * belong to no thread, so they are not moved with one. Existing answers take
   * precedence.
   *
   * @param thread set if only this thread is known to belong to this folder.
   */
  private async _takeAnswers(
    from: ThreadDatabase,
    thread?: Pick<IThreadRecord, 'notebook'>
  ): Promise<void> {
    const range = thread
      ? keysUnder(filedAnswersKey(threadFilePath(thread.notebook)))
      : IDBKeyRange.bound([filedAnswersKey('')], [filedAnswersKey('\uffff')]);
    const [keys, values] = await Promise.all([
      from.db.getAllKeys('facts', range),
      from.db.getAll('facts', range)
    ]);
    const { db } = this._options.database;
    const tx = db.transaction('facts', 'readwrite', { durability: 'strict' });
    for (const [index, key] of keys.entries()) {
      if ((await tx.store.getKey(key)) === undefined) {
        await tx.store.put(values[index], key);
      }
    }
    await tx.done;
  }

  /** @returns false if it stays, because another tab works on it or it was changed. */
  private async _take(from: ThreadDatabase, id: string): Promise<boolean> {
    const { database, locks } = this._options;
    const lock = new ThreadLock({ database: from, locks });
    // From here on, a page with an earlier version that works on it cannot
    // write anything.
    const hold = await lock.take(id);
    if (!hold) {
      return false;
    }
    try {
      const record = await from.db.get('threads', id);
      const there = await database.db.get('threads', id);
      if (!record || (there && there.updated < record.updated)) {
        return !record;
      }
      if (!there) {
        await copyThread(from, database, id);
      }
      const copied = JSON.stringify(record);
      return await deleteThread(
        from,
        id,
        now => JSON.stringify(now) === copied
      );
    } finally {
      await hold.release();
    }
  }

  private async _hasTrace(from: ThreadDatabase, id: string): Promise<boolean> {
    const record = await from.db.get('threads', id);
    if (!record?.notebook) {
      return false;
    }
    try {
      const cells = await this._cellsOf(record);
      return cells !== null && cells.size > 0 && (await names(from, id, cells));
    } catch (error) {
      console.warn('Cellwright: a notebook could not be read', error);
      return false;
    }
  }

  private _cellsOf({
    notebook
  }: IThreadRecord): Promise<ReadonlySet<string> | null> {
    const known = this._cells.get(notebook) ?? this._options.cellsOf(notebook);
    this._cells.set(notebook, known);
    return known;
  }
}

/** Copies all rows in one transaction: all or nothing. */
async function copyThread(
  from: ThreadDatabase,
  to: ThreadDatabase,
  id: string
): Promise<void> {
  const places = rowsOf(id).filter(({ store }) => store !== 'leases');
  const rows = await Promise.all(
    places.map(async ({ store, range }) => {
      const tx = from.db.transaction(store);
      const [keys, values] = await Promise.all([
        tx.store.getAllKeys(range),
        tx.store.getAll(range)
      ]);
      return { store, keys, values };
    })
  );
  const stores = [...new Set(places.map(({ store }) => store))];
  const tx = to.db.transaction(stores, 'readwrite', { durability: 'strict' });
  // The error is thrown at the end.
  tx.done.catch(() => undefined);
  try {
    for (const { store, keys, values } of rows) {
      for (const [index, key] of keys.entries()) {
        await tx.objectStore(store).put(values[index] as never, key as never);
      }
    }
    await tx.done;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // It has already ended.
    }
    throw error;
  }
}

/** Whether one of these ids occurs anywhere in a thread's data. */
async function names(
  { db }: ThreadDatabase,
  threadId: string,
  ids: ReadonlySet<string>
): Promise<boolean> {
  for (const { store, range } of rowsOf(threadId)) {
    let cursor = await db.transaction(store).store.openCursor(range);
    while (cursor) {
      // The letter after a backslash does not belong to the word that follows.
      const text = (JSON.stringify(cursor.value) ?? '').replace(/\\./g, ' ');
      for (const [word] of text.matchAll(WORD)) {
        if (ids.has(word)) {
          return true;
        }
      }
      cursor = await cursor.continue();
    }
  }
  return false;
}

/** @throws if a page with another version has it open and does not release it. */
async function openNow(name: string): Promise<ThreadDatabase> {
  let giveUp = (_error: Error): void => undefined;
  const blocked = new Promise<never>((_, reject) => (giveUp = reject));
  return openUnless(
    blocked,
    ThreadDatabase.open(name, {
      onReplaced: () => undefined,
      onBlocked: () => giveUp(new Error('Another version has it open.'))
    })
  );
}

/** Text that may be a cell id rather than a person's word. */
const WORD = /[\w-]{8,64}/g;
