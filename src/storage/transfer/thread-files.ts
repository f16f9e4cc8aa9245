import {
  fileName,
  type IThreads,
  type IThreadRecord,
  type ITextFile
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { newId } from '../database/new-id';
import { importedExport, type IThreadExport } from './exported-thread';
import {
  threadFilePath,
  fromFile,
  toFile,
  filed,
  relationOf,
  type IFiledThread
} from './filed-thread';
import type { ISynced } from './synced';
import {
  ThreadFileAccess,
  type IThreadFileAccessOptions
} from './thread-file-access';

/** How often it is begun anew where somebody else writes the file meanwhile. */
const ATTEMPTS = 3;

export interface IThreadFilesOptions extends IThreadFileAccessOptions {
  threads: Pick<
    IThreads,
    'list' | 'export' | 'import' | 'update' | 'filedAnswers' | 'answerFiled'
  >;
}

/** That a version of a thread here is the one in the file. */
interface INote {
  mine: IThreadRecord;
  version: IFiledThread;
}

/** `notes` are to be kept once the file is written. */
interface IResults {
  synced: ISynced;
  notes: INote[];
  /** Ids in the file of what is here, too. */
  isHere: Set<string>;
}

/**
 * Keeps the threads of a notebook in a file beside it as well, so that they
 * move with the project and to another browser. What this browser did not write
 * stays in the file until the person says that it is to be taken; then it is
 * imported: its words, never a decision. No thread here gives way to one from
 * the file: what one of two versions lacks of the other makes them two threads.
 */
export class ThreadFiles {
  private readonly _options: IThreadFilesOptions;
  private readonly _access: ThreadFileAccess;
  /** By path, ids that were in the file and here: gone here means deleted. */
  private readonly _known = new Map<string, Set<string>>();
  private readonly _queue = new SerialQueue();

  constructor(options: IThreadFilesOptions) {
    this._options = options;
    this._access = new ThreadFileAccess(options);
  }

  /**
   * Reads the file, takes what is new in it, and writes what is new here.
   * @throws ThreadError where the file is no such file, or cannot be written.
   */
  sync(notebook: string): Promise<ISynced> {
    return this._queue.run(() => this._sync(notebook));
  }

  /** What the person said of threads that wait in the file, or were left there. */
  answer(
    notebook: string,
    ids: readonly string[],
    isTaken: boolean
  ): Promise<void> {
    const { threads } = this._options;
    return threads.answerFiled(threadFilePath(notebook), ids, isTaken);
  }

  /**
   * The file follows its notebook. Where there is one beside the new name that
   * does not hold all of it, that one counts and the old one stays where it is.
   * @throws WorkspaceError where it cannot be moved; nothing is lost then.
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

  /** Whether a file has these threads, each as it is or newer. */
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
      // Of those alone a later attempt finds the same again.
      Object.assign(synced, { waiting: [], left: [] });
      const results = { synced, notes, isHere };
      const after = await this._merged(notebook, before, results);
      const text = toFile(after);
      const isNew = file ? text !== file.text : after.length > 0;
      if (
        !isNew ||
        (await this._access.wrote(path, text, file, attempt < ATTEMPTS))
      ) {
        // Only now is it in the file.
        for (const note of notes) {
          await this._note(note);
        }
        this._known.set(path, isHere);
        return synced;
      }
    }
  }

  /** The threads the file is to hold; takes those from it that are new here. */
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
        // Deleted here.
        continue;
      }
      after.push(theirs);
      if (answer === undefined) {
        // A file that cannot be read is not asked about, and not written.
        this._check(notebook, theirs);
        synced.waiting.push(theirs.id);
        continue;
      }
      if (mine) {
        const apart = await this._setApart(mine, theirs);
        // It is here by another name, and was not deleted.
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
      // One that is not in the file any more was deleted in another browser: it
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
   * Of two versions of a thread, the one that the file is to hold; null where
   * neither has all of the other, or theirs has more.
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
    // What this browser has put there itself is no other version.
    const isKnown = mine.file?.updated === theirs.updated;
    const relation = relationOf(thread, theirs.thread, this._options.trans);
    if (relation === 'same') {
      return put(theirs);
    }
    if (isKnown || relation === 'behind') {
      return put(filed(theirs.id, thread));
    }
    // At work, it is compared again once it is done.
    return mine.run !== null || mine.pending > 0 ? theirs : null;
  }

  /**
   * Two versions of a thread are two threads from now on: the one here gets a
   * name of its own, and is written beside the other where that lacks some of it.
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

  /** Notes which version is in the file. */
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
