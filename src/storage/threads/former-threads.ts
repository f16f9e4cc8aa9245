import { deleteDB } from 'idb';

import type { IThreadRecord } from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { openUnless } from '../database/open-unless';
import { ThreadDatabase } from '../database/thread-database';
import { deleteThread } from './delete-thread';
import { formerDatabases, type Former } from './former-databases';
import { filedAnswers, keysUnder, rowsOf } from '../database/keys-under';
import { threadFilePath } from '../transfer/filed-thread';
import { ThreadLock, type Locks } from './thread-lock';

/** How conversations of an earlier version are recognised. */
export interface IFormerOwners {
  formerOf(owner: readonly string[]): Former;
  /** Owners to look for where the browser has no list of its databases. */
  guesses: readonly (readonly string[])[];
  /**
   * Ids of the cells of a notebook of this folder; null where there is none.
   * @throws where it cannot be read now.
   */
  cellsOf(notebook: string): Promise<ReadonlySet<string> | null>;
}

export interface IFormerThreadsOptions extends IFormerOwners {
  /** Where they go. */
  database: ThreadDatabase;
  /** Web Locks, as `ThreadLock` takes them. */
  locks?: Locks | null;
  /** Some have come. */
  onMoved(): void;
}

/**
 * Conversations that an earlier version kept under another name: for a user that
 * the server had made up for its login cookie, and without the folder it was
 * started in. Each is moved as a whole, and stays where it is until it has
 * arrived, so that a page that dies in the middle takes nothing with it.
 *
 * Of one whose folder is not known, a trace of this one is asked for: cells of
 * its notebook, as it stands here, that the conversation knows. Without it,
 * nothing is moved until the person says so, since another folder's notebook of
 * the same name would get another folder's cards.
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

  /** How many there are that nobody knows the folder of. */
  get left(): number {
    return this._left;
  }

  /**
   * Never rejects: what cannot be moved now stays for the next page.
   * @param all whether those without a trace are this folder's, too.
   */
  move(all = false): Promise<void> {
    return this._queue.run(async () => {
      try {
        await this._moveFound(all);
      } catch (error) {
        console.warn('Cellwright: earlier conversations were not found', error);
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
        console.warn('Cellwright: earlier conversations stay', name, error);
      }
    }
    const before = this._left;
    this._left = left;
    if (moved > 0 || left !== before) {
      onMoved();
    }
  }

  /** Takes from a database what is this folder's, and deletes it once it is empty. */
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
      // Not waited for: a page of an earlier version may have it open.
      deleteDB(name).catch((error: unknown) => {
        console.warn('Cellwright: an empty database stays', name, error);
      });
    }
    return { moved, left };
  }

  /**
   * What the person said of the files of conversations beside notebooks: of no
   * thread, so that it does not go along with one. What was said here stays.
   *
   * @param thread where it is only known that this one is of this folder.
   */
  private async _takeAnswers(
    from: ThreadDatabase,
    thread?: Pick<IThreadRecord, 'notebook'>
  ): Promise<void> {
    const range = thread
      ? keysUnder(filedAnswers(threadFilePath(thread.notebook)))
      : IDBKeyRange.bound([filedAnswers('')], [filedAnswers('\uffff')]);
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

  /** @returns false where it stays: another tab works on it, or it was changed. */
  private async _take(from: ThreadDatabase, id: string): Promise<boolean> {
    const { database, locks } = this._options;
    const lock = new ThreadLock({ database: from, locks });
    // A page of an earlier version that works on it can write nothing from here on.
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

/** All rows in one transaction: it arrives whole or not at all. */
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
  // Heard of at the end.
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
      // It has ended by itself.
    }
    throw error;
  }
}

/** Whether one of these ids stands anywhere in what is kept of a thread. */
async function names(
  { db }: ThreadDatabase,
  threadId: string,
  ids: ReadonlySet<string>
): Promise<boolean> {
  for (const { store, range } of rowsOf(threadId)) {
    let cursor = await db.transaction(store).store.openCursor(range);
    while (cursor) {
      // A letter behind a backslash is no part of the word that follows.
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

/** @throws where a page of another version has it open and does not let go. */
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

/** What can be the id of a cell, and no word of a person's. */
const WORD = /[\w-]{8,64}/g;
