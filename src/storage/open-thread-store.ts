import type { IImageStore, IJournal, IThreads, ITranslator } from '../contract';
import { IndexedRows } from './database/indexed-rows';
import type { IRows } from './database/rows';
import { damagedText, nameOf } from './database/storage-errors';
import {
  ThreadDatabase,
  databaseName,
  type OnDamaged
} from './database/thread-database';
import { DurableImages } from './durable-images';
import { Inbox } from './inbox';
import { DurableJournal } from './durable-journal';
import { DurableThreads } from './threads/durable-threads';
import { ThreadLock } from './threads/thread-lock';
import { ThreadNews } from './threads/thread-news';

/**
 * Everything stored about conversations but the checkpoints, which are loaded
 * with the engine.
 */
export interface IThreadStore {
  readonly threads: IThreads;
  readonly journal: IJournal;
  readonly images: IImageStore;
  readonly inbox: Inbox;
  readonly lock: ThreadLock;
  readonly news: ThreadNews;
  readonly database: ThreadDatabase;
  /**
   * Called for records that other code cannot read from the database: marks
   * their thread.
   */
  readonly onDamaged: OnDamaged;
}

export interface IThreadStoreOptions {
  /**
   * The server's base URL, the user's name (on a hub all users share an
   * origin), and the folder in which the server was started.
   */
  owner: readonly string[];
  trans: ITranslator;
  /** Called with a sentence about later problems: another version, a damaged record. */
  onProblem(sentence: string): void;
}

/**
 * Opens a person's conversations on this server. Without IndexedDB everything
 * works for as long as the page lives, and `keeping` says why.
 */
export async function openThreadStore(
  options: IThreadStoreOptions
): Promise<IThreadStore> {
  try {
    return storeIn(await openInTime(options), options);
  } catch (error) {
    console.warn('Cellwright: conversations cannot be stored', error);
    const { MemoryRows } = await import('./lazy-chunk');
    const why = whyNot(error, options.trans);
    return storeIn(new MemoryRows(), options, why);
  }
}

/** @param whyNotKept a sentence, if the rows end with the page. */
export function storeIn(
  rows: IRows,
  { trans, onProblem }: Omit<IThreadStoreOptions, 'owner'>,
  whyNotKept?: string
): IThreadStore {
  const isShared = whyNotKept === undefined;
  const news = isShared ? ThreadNews.open(rows.name) : new ThreadNews(null);
  const database = new ThreadDatabase(rows, id => news.tell(id));
  const marked = new Set<string>();
  const onDamaged: OnDamaged = (threadId, error) => {
    console.warn('Cellwright: a record cannot be read', threadId, error);
    if (!threadId || marked.has(threadId)) {
      return;
    }
    marked.add(threadId);
    const damaged = damagedText(trans);
    threads.update(threadId, { damaged }).catch((problem: unknown) => {
      // Another tab drives it, and will find the same record itself.
      console.warn('Cellwright: a thread could not be marked', problem);
      onProblem(damaged);
    });
  };
  const lock = isShared
    ? new ThreadLock(database)
    : new ThreadLock(database, null);
  const threads: DurableThreads = new DurableThreads({
    database,
    trans,
    whyNotKept,
    news,
    onDamaged,
    inUse: () => lock.held()
  });
  void threads.watchSpace();
  return {
    threads,
    journal: new DurableJournal(database, { trans, onDamaged }),
    images: new DurableImages(database, { trans }),
    inbox: new Inbox(database),
    lock,
    news,
    database,
    onDamaged
  };
}

/** Another tab does not release another version. */
class BlockedError extends Error {}
/** The browser does not respond at all. */
class SilentError extends Error {}

async function openInTime({
  owner,
  trans,
  onProblem
}: IThreadStoreOptions): Promise<IndexedRows> {
  let giveUp = (_error: Error): void => undefined;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const after = (ms: number, error: Error): void => {
    timers.push(setTimeout(() => giveUp(error), ms));
  };
  const tooLate = new Promise<never>((_, reject) => (giveUp = reject));
  after(SILENT, new SilentError('IndexedDB does not answer.'));
  const opening = IndexedRows.open(databaseName(owner), {
    onBlocked: () =>
      after(BLOCKED, new BlockedError('Another version is open elsewhere.')),
    onReplaced: () =>
      onProblem(
        trans.__(
          'Another tab has loaded a newer version of Cellwright. Reload this page to go on; until then, nothing here is saved.'
        )
      ),
    onClosed: () =>
      onProblem(
        trans.__(
          'The browser has closed the storage of conversations; its data may have been cleared. Reload this page to go on; until then, nothing here is saved.'
        )
      )
  });
  try {
    return await openUnless(tooLate, opening);
  } finally {
    timers.forEach(timer => clearTimeout(timer));
  }
}

/**
 * A database, unless it is given up first. One that opens too late is closed
 * again: it would be in the way of others.
 *
 * @throws why it was given up, or why it did not open.
 */
async function openUnless(
  givenUp: Promise<never>,
  opening: Promise<IndexedRows>
): Promise<IndexedRows> {
  let isLate = false;
  opening.then(
    rows => isLate && rows.close(),
    // It is heard of below, or too late to matter.
    () => undefined
  );
  try {
    return await Promise.race([opening, givenUp]);
  } catch (error) {
    isLate = true;
    throw error;
  }
}

function whyNot(error: unknown, trans: ITranslator): string {
  if (error instanceof BlockedError) {
    return trans.__(
      'Conversations are not kept in this tab, and are gone when it is closed: another tab still uses another version of their storage. Close the other JupyterLab tabs, then reload this page.'
    );
  }
  return nameOf(error) === 'VersionError'
    ? trans.__(
        'Conversations are not kept, and are gone when this page is closed: those in this browser were made by a newer version of Cellwright. Update the extension, then reload this page.'
      )
    : trans.__(
        'Conversations are not kept: this browser gives this page no storage, as in a private window. They last until the page is closed.'
      );
}

/** ms after which we stop waiting for another tab. */
const BLOCKED = 3000;
/** ms after which we stop waiting for the browser. */
const SILENT = 10_000;
