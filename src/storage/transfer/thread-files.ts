import {
  fileName,
  type IThreads,
  type IThreadRecord,
  type ITextFile,
  ThreadError,
  type AgentEvent,
  type ITranslator
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { newId } from '../database/new-id';
import { importedExport, type IThreadExport } from './exported-thread';
import {
  ThreadFileAccess,
  type IThreadFileAccessOptions
} from './thread-file-access';
import { z } from 'zod';
import { spoken } from '../../contract/text/spoken';
import { MalformedError, harmless, parseAs } from './untrusted-json';

/** How often to start over if somebody else writes the file in the meantime. */
const ATTEMPTS = 3;

interface IThreadFilesOptions extends IThreadFileAccessOptions {
  threads: Pick<
    IThreads,
    'list' | 'export' | 'import' | 'update' | 'filedAnswers' | 'answerFiled'
  >;
}

/** Records that a thread's version here is the one in the file. */
interface INote {
  mine: IThreadRecord;
  version: IFiledThread;
}

/** `notes` are stored once the file is written. */
interface IResults {
  synced: ISynced;
  notes: INote[];
  /** Ids in the file of threads that are here, too. */
  isHere: Set<string>;
}

/**
 * Also stores a notebook's threads in a file beside it, so that they move with
 * the project and to another browser. Threads that this browser did not write
 * stay in the file until the person accepts them; then they are imported: their
 * messages, never a decision. A thread here is never replaced by one from the
 * file: if each version has something the other lacks, they become two threads.
 */
export class ThreadFiles {
  private readonly _options: IThreadFilesOptions;
  private readonly _access: ThreadFileAccess;
  /**
   * By path: ids that were both in the file and here. If such a thread is gone
   * here, it was deleted.
   */
  private readonly _known = new Map<string, Set<string>>();
  private readonly _queue = new SerialQueue();

  constructor(options: IThreadFilesOptions) {
    this._options = options;
    this._access = new ThreadFileAccess(options);
  }

  /**
   * Reads the file, imports what is new in it, and writes what is new here.
   * @throws ThreadError if it is not such a file, or cannot be written.
   */
  sync(notebook: string): Promise<ISynced> {
    return this._queue.run(() => this._sync(notebook));
  }

  /**
   * Stores the person's answer about threads that wait in the file, or were
   * left there.
   */
  answer(
    notebook: string,
    ids: readonly string[],
    isTaken: boolean
  ): Promise<void> {
    const { threads } = this._options;
    return threads.answerFiled(threadFilePath(notebook), ids, isTaken);
  }

  /**
   * Moves the file with its notebook. If there is already a file at the new
   * name that does not hold all of it, that file counts, and the old one stays
   * where it is.
   * @throws WorkspaceError if it cannot be moved; nothing is lost then.
   */
  follow(from: string, to: string): Promise<void> {
    return this._queue.run(() => this._follow(from, to));
  }

  private async _follow(from: string, to: string): Promise<void> {
    const old = threadFilePath(from);
    const file = await this._access.read(old);
    if (!file) {
      return;
    }
    const path = threadFilePath(to);
    await this._takeAnswersAlong(old, path);
    const isMoved =
      (await this._access.wrote(path, file.text, null)) ||
      (await this._holds(path, this._parsed(file, old)));
    if (isMoved) {
      await this._access.leave(old, file.version);
    }
  }

  private async _takeAnswersAlong(from: string, to: string): Promise<void> {
    const { threads } = this._options;
    const answers = [...(await threads.filedAnswers(from))];
    for (const isTaken of [true, false]) {
      const ids = answers.flatMap(([id, was]) => (was === isTaken ? [id] : []));
      await threads.answerFiled(to, ids, isTaken);
    }
  }

  /** Whether a file holds these threads, in the same or a newer version. */
  private async _holds(
    path: string,
    threads: readonly IFiledThread[]
  ): Promise<boolean> {
    const file = await this._access.read(path);
    const there = new Map(
      (file ? this._parsed(file, path) : []).map(({ id, updated }) => [
        id,
        updated
      ])
    );
    return threads.every(
      ({ id, updated }) => (there.get(id) ?? -Infinity) >= updated
    );
  }

  private _parsed({ text }: ITextFile, path: string): IFiledThread[] {
    const { trans } = this._options;
    return fromFile(text, { path, now: Date.now(), trans });
  }

  private async _sync(notebook: string): Promise<ISynced> {
    const path = threadFilePath(notebook);
    const synced: ISynced = {
      file: fileName(path),
      sentences: [],
      taken: [],
      waiting: [],
      left: []
    };
    for (let attempt = 1; ; attempt++) {
      const file = await this._access.read(path);
      const before = file ? this._parsed(file, path) : null;
      const notes: INote[] = [];
      const isHere = new Set<string>();
      // A later attempt finds these two again; the rest must be kept.
      Object.assign(synced, { waiting: [], left: [] });
      const results = { synced, notes, isHere };
      const after = await this._merged(notebook, before, results);
      const text = toFile(after);
      const isNew = file ? text !== file.text : after.length > 0;
      if (
        !isNew ||
        (await this._access.wrote(path, text, file, attempt < ATTEMPTS))
      ) {
        // Only now are they in the file.
        for (const note of notes) {
          await this._note(note);
        }
        this._known.set(path, isHere);
        return synced;
      }
    }
  }

  /** The threads the file should hold; imports those that are new here. */
  private async _merged(
    notebook: string,
    before: readonly IFiledThread[] | null,
    results: IResults
  ): Promise<IFiledThread[]> {
    const { threads } = this._options;
    const { synced, isHere } = results;
    const path = threadFilePath(notebook);
    const known = this._known.get(path);
    const answers = await threads.filedAnswers(path);
    const here = new Map(
      (await threads.list())
        .filter(thread => thread.notebook === notebook && !thread.damaged)
        .map(thread => [thread.file?.id ?? thread.id, thread])
    );
    const after: IFiledThread[] = [];
    for (const theirs of before ?? []) {
      const mine = here.get(theirs.id);
      here.delete(theirs.id);
      const chosen = mine && (await this._chosen(mine, theirs, results));
      if (chosen) {
        isHere.add(theirs.id);
        after.push(chosen);
        continue;
      }
      const answer = answers.get(theirs.id);
      if (!mine && known?.has(theirs.id)) {
        // It was deleted here.
        continue;
      }
      after.push(theirs);
      if (answer === undefined) {
        // If a thread cannot be read, do not ask about it, and do not write the
        // file.
        this._check(notebook, theirs);
        synced.waiting.push(theirs.id);
        continue;
      }
      if (mine) {
        const apart = await this._setApart(mine, theirs);
        // It is still here under another id, so it was not deleted.
        known?.delete(theirs.id);
        here.set(apart.file.id, apart);
      }
      if (!answer) {
        synced.left.push(theirs.id);
        continue;
      }
      const { id } = await this._take(notebook, theirs);
      isHere.add(theirs.id);
      synced.taken.push(id);
      if (mine) {
        synced.sentences.push(this._besideText(mine));
      }
    }
    for (const [id, mine] of here) {
      const thread = await this._exported(mine);
      // If it is no longer in the file, it was deleted in another browser. It
      // stays here, and goes back once it is used again.
      const isGone =
        before !== null && mine.file && mine.updated <= mine.file.updated;
      if (thread.events.length > 0 && !isGone) {
        const version = filed(id, thread);
        results.notes.push({ mine, version });
        isHere.add(id);
        after.push(version);
      }
    }
    return after;
  }

  /**
   * Which of two versions of a thread the file should hold; null if neither
   * includes the other, or theirs has more.
   */
  private async _chosen(
    mine: IThreadRecord,
    theirs: IFiledThread,
    { notes }: IResults
  ): Promise<IFiledThread | null> {
    const put = (version: IFiledThread): IFiledThread => {
      notes.push({ mine, version });
      return version;
    };
    const thread = await this._exported(mine);
    // A version this browser wrote itself is not a different one.
    const isKnown = mine.file?.updated === theirs.updated;
    const relation = relationOf(thread, theirs.thread, this._options.trans);
    if (relation === 'same') {
      return put(theirs);
    }
    if (isKnown || relation === 'behind') {
      return put(filed(theirs.id, thread));
    }
    // While it is running, keep theirs; they are compared again afterwards.
    return mine.run !== null || mine.pending > 0 ? theirs : null;
  }

  /**
   * Splits two versions of a thread into two threads: the one here gets a new
   * id, and is written beside the other unless that contains all of it.
   */
  private async _setApart(
    mine: IThreadRecord,
    theirs: IFiledThread
  ): Promise<IThreadRecord & { file: { id: string; updated: number } }> {
    const { threads, trans } = this._options;
    const isPart =
      relationOf(await this._exported(mine), theirs.thread, trans) ===
      'continued';
    const file = { id: newId(), updated: isPart ? mine.updated : 0 };
    await threads.update(mine.id, { file });
    return { ...mine, file };
  }

  private _besideText({ title }: IThreadRecord): string {
    return this._options.trans.__(
      '“%1” was continued in another place. Both versions are in Conversations: yours as it was, and the other one beside it.',
      title
    );
  }

  /** @throws ThreadError */
  private _check(notebook: string, { thread }: IFiledThread): void {
    const { trans } = this._options;
    importedExport(thread, { notebook, now: Date.now(), trans });
  }

  private async _exported({ id }: IThreadRecord): Promise<IThreadExport> {
    return JSON.parse(await this._options.threads.export(id)) as IThreadExport;
  }

  /** Stores which version is in the file. */
  private async _note({
    mine,
    version: { id, updated }
  }: INote): Promise<void> {
    if (mine.file?.id !== id || mine.file.updated !== updated) {
      await this._options.threads.update(mine.id, { file: { id, updated } });
    }
  }

  private async _take(
    notebook: string,
    { id, updated, thread }: IFiledThread
  ): Promise<IThreadRecord> {
    const { threads } = this._options;
    const taken = await threads.import(
      JSON.stringify(thread),
      notebook,
      fileName(threadFilePath(notebook))
    );
    await threads.update(taken.id, { file: { id, updated }, updated });
    return taken;
  }
}

/** The result of synchronising threads with their file. */
export interface ISynced {
  file: string;
  /** For the person: which versions now exist side by side. */
  sentences: string[];
  /** Ids of threads that were imported from the file. */
  taken: string[];
  /**
   * Ids in the file of threads from elsewhere about which the person has not
   * been asked.
   */
  waiting: string[];
  /** Ids in the file of threads that the person chose to leave there. */
  left: string[];
}

const FORMAT = 'cellwright-threads';
const VERSION = 1;
const MAX_THREADS = 10_000;

const HEAD = z.object({ format: z.literal(FORMAT), version: z.number() });
const FILE = z.object({
  threads: z
    .array(
      z.object({
        id: z.string(),
        updated: z.number(),
        thread: z.record(z.string(), z.unknown())
      })
    )
    .max(MAX_THREADS)
});

/** A thread in the file beside its notebook. */
interface IFiledThread {
  /** The same in each browser that has read the file. */
  id: string;
  /** Time of its last use, according to the file. */
  updated: number;
  /** Supposed to be an `IThreadExport`, but a file cannot be trusted. */
  thread: unknown;
}

/**
 * Path of the file with a notebook's threads. Not a dotfile, because Jupyter
 * refuses those.
 */
function threadFilePath(notebook: string): string {
  return `${notebook.replace(/\.ipynb$/, '')}.cellwright.json`;
}

/** The text of the file; always the same for the same threads. */
function toFile(threads: readonly IFiledThread[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, threads }, null, 1)}\n`;
}

function filed(id: string, thread: IThreadExport): IFiledThread {
  return { id, updated: thread.updated, thread };
}

/**
 * Reads the threads in a file; all of them are untrusted.
 * @throws ThreadError if it is not such a file.
 */
function fromFile(
  text: string,
  { path, now, trans }: { path: string; now: number; trans: ITranslator }
): IFiledThread[] {
  try {
    const file: unknown = JSON.parse(text);
    if (parseAs(HEAD, file).version <= VERSION) {
      const { threads } = parseAs(FILE, harmless(file));
      if (new Set(threads.map(({ id }) => id)).size < threads.length) {
        // With a duplicate id, one of the two would be imported again each time.
        throw new MalformedError('threads');
      }
      // A date in the future would make it the newest forever.
      return threads.map(({ id, updated, thread }) => ({
        id,
        updated: Math.min(updated, now),
        thread
      }));
    }
  } catch (cause) {
    if (!(cause instanceof MalformedError || cause instanceof SyntaxError)) {
      throw cause;
    }
    throw new ThreadError(
      trans.__(
        'The conversations in %1 cannot be read, and nothing is written to it. Move the file away to begin a new one.',
        spoken(path)
      ),
      { cause }
    );
  }
  throw new ThreadError(
    trans.__(
      'The conversations in %1 were saved by a newer version of Cellwright. Update to open them here.',
      spoken(path)
    )
  );
}

/** How one version of a thread relates to another. */
type Relation = 'same' | 'continued' | 'behind' | 'apart';

/** @returns `continued` if the second has everything in the first and more. */
function relationOf(
  one: unknown,
  other: unknown,
  trans: ITranslator
): Relation {
  const [first, second] = [one, other].map(thread => wordsOf(thread, trans));
  const shared = Math.min(first.length, second.length);
  for (let index = 0; index < shared; index++) {
    if (first[index] !== second[index]) {
      return 'apart';
    }
  }
  return first.length === second.length
    ? 'same'
    : first.length < second.length
      ? 'continued'
      : 'behind';
}

/** A thread event by event, without what differs between browsers. */
function wordsOf(thread: unknown, trans: ITranslator): string[] {
  const { events } = importedExport(thread, { notebook: '', now: 0, trans });
  return events
    .filter(({ type }) => type !== 'run-started' && type !== 'run-finished')
    .map(event => JSON.stringify(event, withoutIds));
}

const OWN: ReadonlySet<string> = new Set([
  'threadId',
  'messageId',
  'callId',
  'time'
]);

function withoutIds(
  this: AgentEvent | undefined,
  key: string,
  value: unknown
): unknown {
  // Only fields of the event itself, not arguments of the same name.
  return OWN.has(key) && this?.type !== undefined ? undefined : value;
}
