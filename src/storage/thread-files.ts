import { ThreadError, isWorkspaceError } from '../contract';
import type {
  IFiles,
  IThreadRecord,
  IThreads,
  ITextFile,
  ITranslator
} from '../contract';
import {
  conflictPath,
  filed,
  fromFile,
  relationOf,
  threadFilePath,
  toFile
} from './thread-file';
import type { IFiledThread } from './thread-file';
import type { IThreadExport } from './transfer';

/** Bytes of a file of threads that is still read and written. */
const LARGEST_FILE = 50 * 1024 * 1024;

/** How often it is begun anew where somebody else writes the file meanwhile. */
const ATTEMPTS = 3;

export interface IThreadFilesOptions {
  files: Pick<IFiles, 'openText' | 'writeText' | 'deleteFile'>;
  threads: Pick<IThreads, 'list' | 'export' | 'import' | 'delete' | 'update'>;
  trans: ITranslator;
}

/** What came of bringing threads and their file together. */
export interface ISynced {
  /** For the person: what was kept as a copy, and where. */
  sentences: string[];
  /** Threads that a newer version from the file stands for now: old id → new id. */
  replaced: Map<string, string>;
  /** Ids of threads that were in the file and not here. */
  taken: string[];
}

/** That a version of a thread here is the one in the file. */
interface INote {
  mine: IThreadRecord;
  version: IFiledThread;
}

interface IResults {
  synced: ISynced;
  /** To be kept once the file is written. */
  notes: INote[];
}

/**
 * Keeps the threads of a notebook in a file beside it as well, so that they
 * move with the project and to another browser. What comes from the file is
 * imported: its words, never a decision. A thread that runs or waits is left as
 * it is. Of two versions that went apart the newer one counts, and the other is
 * kept as a file of its own.
 */
export class ThreadFiles {
  readonly #options: IThreadFilesOptions;
  /** By path, ids that were in the file and here: gone here means deleted. */
  readonly #known = new Map<string, Set<string>>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: IThreadFilesOptions) {
    this.#options = options;
  }

  /**
   * Reads the file, takes what is new in it, and writes what is new here.
   * @throws ThreadError where the file is no such file, or cannot be written.
   */
  sync(notebook: string): Promise<ISynced> {
    return this.#inTurn(() => this.#sync(notebook));
  }

  /**
   * The file follows its notebook. Where there is one beside the new name that
   * does not hold all of it, that one counts and the old one stays where it is.
   * @throws WorkspaceError where it cannot be moved; nothing is lost then.
   */
  follow(from: string, to: string): Promise<void> {
    return this.#inTurn(() => this.#follow(from, to));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #follow(from: string, to: string): Promise<void> {
    const old = threadFilePath(from);
    const file = await this.#read(old);
    if (!file) {
      return;
    }
    const path = threadFilePath(to);
    const isMoved =
      (await this.#wrote(path, file.text, null)) ||
      (await this.#holds(path, this.#parsed(file, old)));
    if (isMoved) {
      await this.#options.files.deleteFile(old, file.version);
    }
  }

  /** Whether a file has these threads, each as it is or newer. */
  async #holds(
    path: string,
    threads: readonly IFiledThread[]
  ): Promise<boolean> {
    const file = await this.#read(path);
    const there = new Map(
      (file ? this.#parsed(file, path) : []).map(({ id, updated }) => [
        id,
        updated
      ])
    );
    return threads.every(
      ({ id, updated }) => (there.get(id) ?? -Infinity) >= updated
    );
  }

  #parsed({ text }: ITextFile, path: string): IFiledThread[] {
    const { trans } = this.#options;
    return fromFile(text, { path, now: Date.now(), trans });
  }

  async #sync(notebook: string): Promise<ISynced> {
    const path = threadFilePath(notebook);
    const synced: ISynced = { sentences: [], replaced: new Map(), taken: [] };
    for (let attempt = 1; ; attempt++) {
      const file = await this.#read(path);
      const before = file ? this.#parsed(file, path) : null;
      const notes: INote[] = [];
      const after = await this.#merged(notebook, before, { synced, notes });
      const text = toFile(after);
      const isNew = file ? text !== file.text : after.length > 0;
      if (!isNew || (await this.#wrote(path, text, file, attempt < ATTEMPTS))) {
        // Only now is it in the file.
        for (const note of notes) {
          await this.#note(note);
        }
        this.#known.set(path, new Set(after.map(({ id }) => id)));
        return synced;
      }
    }
  }

  /** The threads the file is to hold; takes those from it that are new here. */
  async #merged(
    notebook: string,
    before: readonly IFiledThread[] | null,
    results: IResults
  ): Promise<IFiledThread[]> {
    const { threads } = this.#options;
    const known = this.#known.get(threadFilePath(notebook));
    const here = new Map(
      (await threads.list())
        .filter(thread => thread.notebook === notebook && !thread.damaged)
        .map(thread => [thread.file?.id ?? thread.id, thread])
    );
    const after: IFiledThread[] = [];
    for (const theirs of before ?? []) {
      const mine = here.get(theirs.id);
      here.delete(theirs.id);
      if (mine) {
        after.push(await this.#chosen(notebook, mine, theirs, results));
      } else if (!known?.has(theirs.id)) {
        const { id } = await this.#take(notebook, theirs);
        results.synced.taken.push(id);
        after.push(theirs);
      }
    }
    for (const [id, mine] of here) {
      const thread = await this.#exported(mine);
      // One that is not in the file any more was deleted in another browser: it
      // stays here, and goes back once it is used again.
      const isGone =
        before !== null && mine.file && mine.updated <= mine.file.updated;
      if (thread.events.length > 0 && !isGone) {
        const version = filed(id, thread);
        results.notes.push({ mine, version });
        after.push(version);
      }
    }
    return after;
  }

  /** Of two versions of a thread, the one that counts. */
  async #chosen(
    notebook: string,
    mine: IThreadRecord,
    theirs: IFiledThread,
    { synced, notes }: IResults
  ): Promise<IFiledThread> {
    const { threads, trans } = this.#options;
    const put = (version: IFiledThread): IFiledThread => {
      notes.push({ mine, version });
      return version;
    };
    const thread = await this.#exported(mine);
    const isKnown = mine.file?.updated === theirs.updated;
    const relation = relationOf(thread, theirs.thread, trans);
    if (relation === 'same') {
      return put(theirs);
    }
    if (isKnown || relation === 'behind') {
      return put(filed(theirs.id, thread));
    }
    if (mine.run !== null || mine.pending > 0) {
      // It is at work; the versions are compared again once it is done.
      return theirs;
    }
    const isNewer = relation === 'continued' || theirs.updated >= mine.updated;
    if (relation === 'apart') {
      const path = await this.#copy(notebook, isNewer ? thread : theirs.thread);
      // The file first: a notification is cut after 140 characters.
      synced.sentences.push(
        trans.__(
          '%1 keeps the older version of “%2”, which was continued in two places.',
          path.slice(path.lastIndexOf('/') + 1),
          mine.title
        )
      );
    }
    if (!isNewer) {
      return put(filed(theirs.id, thread));
    }
    const taken = await this.#take(notebook, theirs);
    await threads.delete(mine.id);
    synced.replaced.set(mine.id, taken.id);
    return theirs;
  }

  async #exported({ id }: IThreadRecord): Promise<IThreadExport> {
    return JSON.parse(await this.#options.threads.export(id)) as IThreadExport;
  }

  /** Notes which version is in the file. */
  async #note({ mine, version: { id, updated } }: INote): Promise<void> {
    if (mine.file?.id !== id || mine.file.updated !== updated) {
      await this.#options.threads.update(mine.id, { file: { id, updated } });
    }
  }

  async #take(
    notebook: string,
    { id, updated, thread }: IFiledThread
  ): Promise<IThreadRecord> {
    const { threads } = this.#options;
    const taken = await threads.import(JSON.stringify(thread), notebook);
    await threads.update(taken.id, { file: { id, updated }, updated });
    return taken;
  }

  /** @returns the path of the copy. */
  async #copy(notebook: string, thread: unknown): Promise<string> {
    const path = conflictPath(notebook, new Date());
    const text = `${JSON.stringify(thread, null, 1)}\n`;
    for (let number = 1; ; number++) {
      const free =
        number === 1 ? path : path.replace(/(?=\.json$)/, `-${number}`);
      try {
        await this.#options.files.writeText(free, text, null);
        return free;
      } catch (error) {
        if (!isWorkspaceError(error) || error.code !== 'exists') {
          throw error;
        }
      }
    }
  }

  /** Null where there is no file yet. */
  async #read(path: string): Promise<ITextFile | null> {
    const { files, trans } = this.#options;
    try {
      const file = await files.openText(path, LARGEST_FILE);
      if (file) {
        return file;
      }
    } catch (error) {
      if (isWorkspaceError(error) && error.code === 'not-found') {
        return null;
      }
      throw error;
    }
    throw new ThreadError(
      trans.__('%1 is no text file. Move it away to keep conversations.', path)
    );
  }

  /**
   * @param isPatient whether it is no error that somebody else has written it
   * since.
   * @returns false where that is so.
   */
  async #wrote(
    path: string,
    text: string,
    before: ITextFile | null,
    isPatient = true
  ): Promise<boolean> {
    const { files, trans } = this.#options;
    if (text.length > LARGEST_FILE) {
      throw new ThreadError(
        trans.__(
          'The conversations of this notebook are too large to be kept in %1. They are kept in this browser. Delete old ones to keep the rest in the file.',
          path
        )
      );
    }
    try {
      await files.writeText(path, text, before?.version ?? null);
      return true;
    } catch (error) {
      const isLate =
        isWorkspaceError(error) &&
        (error.code === 'changed' || error.code === 'exists');
      if (isLate && isPatient) {
        return false;
      }
      throw error;
    }
  }
}
