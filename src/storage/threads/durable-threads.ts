import {
  ThreadError,
  type AgentEvent,
  type IThreadDraft,
  type IThreadMessage,
  type IThreadRecord,
  type IThreads,
  type ITranslator,
  type Keeping
} from '../../contract';
import type { ICleanUpLimits } from './is-dispensable';
import type { ThreadDatabase } from '../database/thread-database';
import { readDisplayLog } from '../events/read-display-log';
import type { Persistence } from '../database/persistence';
import { readRows, type OnDamaged } from '../database/read-rows';
import { explainWriteError } from '../database/storage-errors';
import { ThreadNews, type INewsChannel } from './thread-news';
import {
  inOrder,
  lastUsed,
  movedThread,
  newThread,
  readRecord,
  shortTitle,
  updated
} from '../records/new-thread';
import type { IImportedThread } from '../transfer/exported-thread';
import { filedAnswersKey, keysUnder, rowsOf } from '../database/keys-under';

interface IDurableThreadsOptions {
  database: ThreadDatabase;
  trans: ITranslator;
  /** Channel between tabs; defaults to the browser's own, null for none. */
  channel?: INewsChannel | null;
  /** Threads that a tab is working on; they are never cleaned up. */
  inUse?(): Promise<ReadonlySet<string>>;
  /** Called for a record that could not be read; it is left out. */
  onDamaged?: OnDamaged;
  /** The browser's promise to keep the stored data. */
  persistence?: Persistence;
}

/** The conversations in IndexedDB. */
export class DurableThreads implements IThreads {
  private readonly _options: IDurableThreadsOptions;
  private readonly _news: ThreadNews;
  /** Tracks the storage space of this site. */
  private _space: Promise<Persistence> | null = null;
  private _warning: string | null = null;

  constructor(options: IDurableThreadsOptions) {
    this._options = options;
    this._news = new ThreadNews(options.database.db.name, options.channel);
  }

  get keeping(): Keeping {
    const warning = this._warning;
    return warning === null ? { ok: true } : { ok: true, warning };
  }

  /** Other code has changed the stored data. */
  changed(): void {
    this._news.tell();
  }

  /** Checks whether the browser will keep the stored data. */
  async watchSpace(): Promise<void> {
    if ((await this._options.database.db.count('threads')) > 0) {
      await this._look(space => space.look());
    }
  }

  async list(): Promise<IThreadRecord[]> {
    return inOrder(await this._all());
  }

  async search(
    query: string
  ): Promise<{ thread: IThreadRecord; excerpt: string }[]> {
    const { database, onDamaged = ignore } = this._options;
    const {
      MOST_FOUND: MAX_FOUND,
      ThreadSearch,
      searchEvents: lookThrough,
      searchWords
    } = await import('../lazy-chunk');
    const words = searchWords(query);
    const found: { thread: IThreadRecord; excerpt: string }[] = [];
    for (const thread of await this.list()) {
      const search = new ThreadSearch(words, thread.title);
      await lookThrough(database, thread.id, search, onDamaged);
      if (search.isFound) {
        found.push({ thread, excerpt: search.excerpt });
      }
      if (found.length === MAX_FOUND) {
        break;
      }
    }
    return found;
  }

  async get(id: string): Promise<IThreadRecord | undefined> {
    const { database, trans } = this._options;
    const stored = await database.db.get('threads', id);
    return stored && readRecord(id, stored, trans);
  }

  async lastOf(notebook: string): Promise<IThreadRecord | undefined> {
    const { database, trans } = this._options;
    const stored = await database.db.getAllFromIndex(
      'threads',
      'notebook',
      notebook
    );
    return lastUsed(stored.map(one => readRecord(one.id, one, trans)));
  }

  async create(id: string, notebook: string): Promise<IThreadRecord> {
    const thread = await this._write(async () => {
      const tx = this._options.database.db.transaction('threads', 'readwrite');
      const stored = await tx.store.get(id);
      const created = stored ?? newThread(id, notebook, Date.now());
      if (!stored) {
        await tx.store.put(created, id);
      }
      await tx.done;
      if (!stored) {
        void this._look(space => space.ask());
      }
      return created;
    });
    return readRecord(id, thread, this._options.trans);
  }

  async update(
    id: string,
    change: Partial<IThreadRecord>,
    canWait = false
  ): Promise<void> {
    const { database } = this._options;
    await this._write(() =>
      database.write(
        id,
        ['threads'],
        async tx => {
          const store = tx.objectStore('threads');
          const record = this._there(id, await store.get(id));
          await store.put(updated(record, change, Date.now()), id);
        },
        // The record depends on the checkpoint: it says what is in there.
        { dependent: true, canWait }
      )
    );
  }

  async rename(id: string, title: string): Promise<void> {
    const short = shortTitle(title);
    if (short) {
      await this._edit(id, thread => ({
        ...thread,
        title: short,
        named: true
      }));
    }
  }

  async pin(id: string, pinned: boolean): Promise<void> {
    await this._edit(id, thread => ({ ...thread, pinned }));
  }

  async delete(id: string): Promise<void> {
    await this._write(() =>
      deleteThread(this._options.database, id, () => true)
    );
  }

  async moved(from: string, to: string): Promise<void> {
    await this._write(async () => {
      const { db } = this._options.database;
      const tx = db.transaction('threads', 'readwrite');
      let cursor = await tx.store.openCursor();
      while (cursor) {
        const after = movedThread(cursor.value, from, to);
        if (after) {
          await cursor.update(after);
        }
        cursor = await cursor.continue();
      }
      await tx.done;
    });
  }

  async history(id: string): Promise<AgentEvent[]> {
    const { database, onDamaged = ignore } = this._options;
    const thread = await this.get(id);
    return thread
      ? readDisplayLog(
          database,
          { threadId: id, branch: thread.branch },
          onDamaged
        )
      : [];
  }

  async export(id: string): Promise<string> {
    const { exportedThread } = await import('../lazy-chunk');
    const thread = this._there(id, await this.get(id));
    return JSON.stringify(exportedThread(thread, await this.history(id)));
  }

  async import(
    text: string,
    notebook: string,
    file?: string
  ): Promise<IThreadRecord> {
    const { trans } = this._options;
    const { importedThread } = await import('../lazy-chunk');
    return this.adopt(
      importedThread(text, { notebook, file, now: Date.now(), trans })
    );
  }

  /** Stores an imported thread. */
  async adopt({
    record,
    events,
    messages
  }: IImportedThread): Promise<IThreadRecord> {
    const { id } = record;
    await this._write(() =>
      this._options.database.write(
        id,
        ['threads', 'events', 'imports'],
        async tx => {
          await tx.objectStore('threads').put(record, id);
          for (const [index, event] of events.entries()) {
            await tx.objectStore('events').put(event, [id, '', index]);
          }
          await tx.objectStore('imports').put(messages, id);
        }
      )
    );
    return record;
  }

  async imported(id: string): Promise<IThreadMessage[]> {
    const { db } = this._options.database;
    return (await db.get('imports', id)) ?? [];
  }

  async filedAnswers(path: string): Promise<ReadonlyMap<string, boolean>> {
    const { database, onDamaged = ignore } = this._options;
    return readFiledAnswers(database, path, error => onDamaged('', error));
  }

  async answerFiled(
    path: string,
    ids: readonly string[],
    isTaken: boolean
  ): Promise<void> {
    const { database } = this._options;
    await this._write(() => writeFiledAnswers(database, path, ids, isTaken));
  }

  draft(id: string): Promise<IThreadDraft | undefined> {
    return this._options.database.db.get('drafts', id);
  }

  /** Other tabs are not notified: a draft is saved while typing, for this tab only. */
  async saveDraft(id: string, draft: IThreadDraft | null): Promise<void> {
    try {
      const tx = this._options.database.db.transaction('drafts', 'readwrite');
      const done = draft ? tx.store.put(draft, id) : tx.store.delete(id);
      // Commits right away, because the last draft is written by a page that is
      // closing, and anything not committed by then is lost.
      tx.commit();
      await Promise.all([done, tx.done]);
    } catch (error) {
      throw explainWriteError(error, this._options.trans);
    }
  }

  async cleanUp(limits: ICleanUpLimits): Promise<string[]> {
    const { database, inUse } = this._options;
    if ((await database.db.count('threads')) === 0) {
      return [];
    }
    const { cleanUpThreads } = await import('../lazy-chunk');
    return cleanUpThreads(database, await this._all(), limits, {
      inUse: (await inUse?.()) ?? new Set<string>(),
      // Checks the current record, since another tab may have started to use
      // it.
      remove: (id, isDispensable) =>
        this._write(() => deleteThread(database, id, isDispensable))
    });
  }

  onChange(listener: () => void): () => void {
    return this._news.subscribe(listener);
  }

  dispose(): void {
    this._news.dispose();
  }

  /** Never rejects: nothing stored depends on it. */
  private async _look(
    act: (space: Persistence) => Promise<void>
  ): Promise<void> {
    try {
      this._space ??= this._makeSpace();
      const space = await this._space;
      await act(space);
      if (space.warning !== this._warning) {
        this._warning = space.warning;
        this.changed();
      }
    } catch (error) {
      console.warn(
        'Cellwright: the browser could not be asked for storage space',
        error
      );
    }
  }

  private async _makeSpace(): Promise<Persistence> {
    const { persistence, trans } = this._options;
    return (
      persistence ?? new (await import('../lazy-chunk')).Persistence(trans)
    );
  }

  private async _all(): Promise<IThreadRecord[]> {
    const { database, trans, onDamaged = ignore } = this._options;
    const rows = await readRows(
      database,
      'threads',
      IDBKeyRange.lowerBound(''),
      error => onDamaged('', error)
    );
    return rows.map(({ key, value }) => readRecord(key, value, trans));
  }

  /** A change by the person to a thread, from any tab, whoever drives it. */
  private _edit(
    id: string,
    change: (thread: IThreadRecord) => IThreadRecord
  ): Promise<void> {
    return this._write(async () => {
      const { db } = this._options.database;
      const tx = db.transaction('threads', 'readwrite');
      const thread = this._there(id, await tx.store.get(id));
      await tx.store.put(change(thread), id);
      await tx.done;
    });
  }

  private _there(id: string, stored: IThreadRecord | undefined): IThreadRecord {
    const { trans } = this._options;
    if (!stored) {
      throw new ThreadError(trans.__('This conversation was deleted.'));
    }
    return readRecord(id, stored, trans);
  }

  /** Notifies everyone afterwards. */
  private async _write<T>(act: () => Promise<T>): Promise<T> {
    try {
      const result = await act();
      this._news.tell();
      return result;
    } catch (error) {
      throw explainWriteError(error, this._options.trans);
    }
  }
}

const ignore: OnDamaged = () => undefined;

const TAKEN = 'taken';
const LEFT = 'left';

/**
 * The person's answers about conversations in a file: id → whether they
 * accepted it.
 */
async function readFiledAnswers(
  database: ThreadDatabase,
  path: string,
  onDamaged: (error: unknown) => void
): Promise<ReadonlyMap<string, boolean>> {
  const keys = keysUnder(filedAnswersKey(path), '');
  const rows = await readRows(database, 'facts', keys, onDamaged);
  return new Map(rows.map(({ key: [, , id], value }) => [id, value === TAKEN]));
}

async function writeFiledAnswers(
  database: ThreadDatabase,
  path: string,
  ids: readonly string[],
  isTaken: boolean
): Promise<void> {
  const of = filedAnswersKey(path);
  await database.write(of, ['facts'], async tx => {
    const store = tx.objectStore('facts');
    for (const id of ids) {
      await store.put(isTaken ? TAKEN : LEFT, [of, '', id]);
    }
  });
}

/**
 * Deletes everything stored about a thread, whichever tab drives it, if its
 * record still meets the condition.
 *
 * @returns whether it was deleted.
 */
export async function deleteThread(
  database: ThreadDatabase,
  id: string,
  isMeant: (now: IThreadRecord | undefined) => boolean
): Promise<boolean> {
  const { db } = database;
  const rows = rowsOf(id);
  const stores = [...new Set(rows.map(({ store }) => store))];
  const tx = db.transaction([...stores, 'fences'], 'readwrite');
  const goes = isMeant(await tx.objectStore('threads').get(id));
  if (goes) {
    for (const { store, range } of rows) {
      await tx.objectStore(store).delete(range);
    }
    // From now on a tab that is still working on it cannot write anything.
    const fences = tx.objectStore('fences');
    await fences.put(((await fences.get(id)) ?? 0) + 1, id);
  }
  await tx.done;
  if (goes) {
    database.fenceOut(id);
  }
  return goes;
}
