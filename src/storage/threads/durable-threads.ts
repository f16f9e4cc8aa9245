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
import { Listeners } from '../../contract/util/listeners';
import type { ICleanUpLimits } from './is-dispensable';
import { keysUnder, onlyKey, type ITransaction } from '../database/rows';
import { rowsOf } from '../database/rows-of-thread';
import type { OnDamaged, ThreadDatabase } from '../database/thread-database';
import { STORES, type IThreadSchema } from '../database/thread-schema';
import { readDisplayLog } from '../read-display-log';
import type { Persistence } from '../database/persistence';
import { explainWriteError } from '../database/storage-errors';
import { ThreadNews } from './thread-news';
import {
  inOrder,
  lastUsed,
  movedThread,
  newThread,
  readRecord,
  shortTitle,
  updated
} from './new-thread';
import type { IImportedThread } from '../transfer/exported-thread';

interface IDurableThreadsOptions {
  database: ThreadDatabase;
  trans: ITranslator;
  /** Why nothing is kept beyond the page, in a sentence. */
  whyNotKept?: string;
  /** What other tabs tell, and are told; nothing by default. */
  news?: ThreadNews;
  /** Threads that a tab is working on; they are never cleaned up. */
  inUse?(): Promise<ReadonlySet<string>>;
  /** Called for a record that could not be read; it is left out. */
  onDamaged?: OnDamaged;
  /** The browser's promise to keep the stored data. */
  persistence?: Persistence;
}

/** The stored conversations. */
export class DurableThreads implements IThreads {
  private readonly _options: IDurableThreadsOptions;
  private readonly _news: ThreadNews;
  private readonly _listeners = new Listeners();
  private _gathering: ReturnType<typeof setTimeout> | undefined;
  /** Tracks the storage space of this site. */
  private _space: Promise<Persistence> | null = null;
  private _warning: string | null = null;

  constructor(options: IDurableThreadsOptions) {
    this._options = options;
    this._news = options.news ?? new ThreadNews(null);
    this._news.subscribe(() => {
      // However many messages arrive, and from whomever, the list is read once.
      this._gathering ??= setTimeout(() => {
        this._gathering = undefined;
        this._listeners.tell();
      }, GATHER);
    });
  }

  get keeping(): Keeping {
    const { whyNotKept: why } = this._options;
    const warning = this._warning;
    if (why !== undefined) {
      return { ok: false, why };
    }
    return warning === null ? { ok: true } : { ok: true, warning };
  }

  /** Checks whether the browser will keep the stored data. */
  async watchSpace(): Promise<void> {
    if ((await this._all()).length > 0) {
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
    const stored = await this._get('threads', id);
    return stored && readRecord(id, stored, this._options.trans);
  }

  async lastOf(notebook: string): Promise<IThreadRecord | undefined> {
    return lastUsed(
      (await this._all()).filter(thread => thread.notebook === notebook)
    );
  }

  async create(id: string, notebook: string): Promise<IThreadRecord> {
    let isNew = false;
    const thread = await this._change(id, async tx => {
      const stored = await tx.get('threads', id);
      const created = stored ?? newThread(id, notebook, Date.now());
      if (!stored) {
        isNew = true;
        tx.put('threads', id, created);
      }
      return created;
    });
    if (isNew) {
      void this._look(space => space.ask());
    }
    return readRecord(id, thread, this._options.trans);
  }

  async update(id: string, change: Partial<IThreadRecord>): Promise<void> {
    await this._write(id, () =>
      this._options.database.write(id, ['threads'], async tx => {
        const record = this._there(id, await tx.get('threads', id));
        tx.put('threads', id, updated(record, change, Date.now()));
      })
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
    await this._write(id, () =>
      deleteThread(this._options.database, id, () => true)
    );
  }

  async moved(from: string, to: string): Promise<void> {
    await this._change('', async tx => {
      for (const { key, value } of await tx.list('threads')) {
        const after = value && movedThread(value, from, to);
        if (after) {
          tx.put('threads', key, after);
        }
      }
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
    await this._write(id, () =>
      this._options.database.write(id, ['threads', 'events', 'imports'], tx => {
        tx.put('threads', id, record);
        events.forEach((event, at) => tx.put('events', [id, '', at], event));
        tx.put('imports', id, messages);
      })
    );
    return record;
  }

  async imported(id: string): Promise<IThreadMessage[]> {
    return (await this._get('imports', id)) ?? [];
  }

  async filedAnswers(path: string): Promise<ReadonlyMap<string, boolean>> {
    const { database, onDamaged = ignore } = this._options;
    const rows = await database.rows.salvage(
      'facts',
      keysUnder(filedAnswersKey(path), ''),
      error => onDamaged('', error)
    );
    return new Map(
      rows.map(({ key: [, , id], value }) => [id, value === TAKEN])
    );
  }

  async answerFiled(
    path: string,
    ids: readonly string[],
    isTaken: boolean
  ): Promise<void> {
    const file = filedAnswersKey(path);
    await this._write('', () =>
      this._options.database.write(file, ['facts'], tx =>
        ids.forEach(id =>
          tx.put('facts', [file, '', id], isTaken ? TAKEN : LEFT)
        )
      )
    );
  }

  draft(id: string): Promise<IThreadDraft | undefined> {
    return this._get('drafts', id);
  }

  /** Other tabs are not notified: a draft is saved while typing, for this tab only. */
  async saveDraft(id: string, draft: IThreadDraft | null): Promise<void> {
    const { database, trans } = this._options;
    try {
      await database.rows.transact('write', ['drafts'], tx =>
        draft ? tx.put('drafts', id, draft) : tx.delete('drafts', onlyKey(id))
      );
    } catch (error) {
      throw explainWriteError(error, trans);
    }
  }

  async cleanUp(limits: ICleanUpLimits): Promise<string[]> {
    const { database, inUse } = this._options;
    const all = await this._all();
    if (all.length === 0) {
      return [];
    }
    const { cleanUpThreads } = await import('../lazy-chunk');
    return cleanUpThreads(database, all, limits, {
      inUse: (await inUse?.()) ?? new Set<string>(),
      // Checks the current record, since another tab may have started to use
      // it.
      remove: (id, isDispensable) =>
        this._write(id, () => deleteThread(database, id, isDispensable))
    });
  }

  onChange(listener: () => void): () => void {
    return this._listeners.add(listener);
  }

  /** Never rejects: nothing stored depends on it. */
  private async _look(
    act: (space: Persistence) => Promise<void>
  ): Promise<void> {
    if (!this.keeping.ok) {
      return;
    }
    try {
      this._space ??= this._makeSpace();
      const space = await this._space;
      await act(space);
      if (space.warning !== this._warning) {
        this._warning = space.warning;
        this._listeners.tell();
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
    const rows = await database.rows.salvage('threads', undefined, error =>
      onDamaged('', error)
    );
    return rows.map(({ key, value }) => readRecord(key, value, trans));
  }

  private _get<S extends 'threads' | 'drafts' | 'imports'>(
    store: S,
    id: string
  ): Promise<IThreadSchema[S]['value'] | undefined> {
    return this._options.database.read([store], tx => tx.get(store, id));
  }

  /** A change by the person to a thread, from any tab, whoever drives it. */
  private _edit(
    id: string,
    change: (thread: IThreadRecord) => IThreadRecord
  ): Promise<void> {
    return this._change(id, async tx =>
      tx.put(
        'threads',
        id,
        change(this._there(id, await tx.get('threads', id)))
      )
    );
  }

  private _change<T>(
    id: string,
    work: (tx: ITransaction) => Promise<T>
  ): Promise<T> {
    return this._write(id, () =>
      this._options.database.rows.transact('write', ['threads'], work)
    );
  }

  private _there(id: string, stored: IThreadRecord | undefined): IThreadRecord {
    const { trans } = this._options;
    if (!stored) {
      throw new ThreadError(trans.__('This conversation was deleted.'));
    }
    return readRecord(id, stored, trans);
  }

  /** Notifies everyone afterwards, with the id of the thread if it is one. */
  private async _write<T>(id: string, act: () => Promise<T>): Promise<T> {
    try {
      const result = await act();
      this._news.tell(id);
      this._listeners.tell();
      return result;
    } catch (error) {
      throw explainWriteError(error, this._options.trans);
    }
  }
}

/** ms for which news from other tabs is collected. */
const GATHER = 200;

const ignore: OnDamaged = () => undefined;

const TAKEN = 'taken';
const LEFT = 'left';

/**
 * The person's answers about a file of conversations are stored as facts, under
 * a name that no thread has.
 */
function filedAnswersKey(path: string): string {
  return `file ${path}`;
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
  const isGone = await database.rows.transact('write', STORES, async tx => {
    if (!isMeant(await tx.get('threads', id))) {
      return false;
    }
    rowsOf(id).forEach(({ store, keys }) => tx.delete(store, keys));
    // From now on a tab that is still working on it cannot write anything.
    tx.put('fences', id, ((await tx.get('fences', id)) ?? 0) + 1);
    return true;
  });
  if (isGone) {
    database.fenceOut(id);
  }
  return isGone;
}
