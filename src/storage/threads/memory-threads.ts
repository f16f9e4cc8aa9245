import { ThreadError } from '../../contract';
import type {
  AgentEvent,
  IThreadDraft,
  IThreadMessage,
  IThreadRecord,
  IThreads,
  ITranslator,
  Keeping
} from '../../contract';
import { outdated } from './clean-up-limits';
import type { ICleanUpLimits } from './clean-up-limits';
import { MemoryJournal } from '../journal/memory-journal';
import {
  MOST_FOUND,
  ThreadSearch,
  searchWords,
  searchedText
} from './thread-search';
import {
  inOrder,
  lastUsed,
  movedThread,
  newThread,
  shortTitle,
  updated
} from '../records/new-thread';
import { exportedThread, importedThread } from '../transfer/exported-thread';
import type { IImportedThread } from '../transfer/exported-thread';

export interface IMemoryThreadsOptions {
  trans: ITranslator;
  /** Why nothing is kept, in a sentence. */
  why?: string;
  journal?: MemoryJournal;
}

/** Conversations that live as long as the page. */
export class MemoryThreads implements IThreads {
  readonly keeping: Keeping;
  readonly journal: MemoryJournal;
  readonly #trans: ITranslator;
  readonly #threads = new Map<string, IThreadRecord>();
  readonly #drafts = new Map<string, IThreadDraft>();
  readonly #imported = new Map<string, IThreadMessage[]>();
  readonly #answers = new Map<string, Map<string, boolean>>();
  readonly #listeners = new Set<() => void>();

  constructor({
    trans,
    why = trans.__('Conversations are not kept in this window.'),
    journal = new MemoryJournal()
  }: IMemoryThreadsOptions) {
    this.#trans = trans;
    this.keeping = { ok: false, why };
    this.journal = journal;
    journal.branchesOf = id => this.#threads.get(id)?.branches ?? [];
  }

  async list(): Promise<IThreadRecord[]> {
    return inOrder([...this.#threads.values()]);
  }

  async search(
    query: string
  ): Promise<{ thread: IThreadRecord; excerpt: string }[]> {
    const words = searchWords(query);
    return (await this.list())
      .flatMap(thread => {
        const search = new ThreadSearch(words, thread.title);
        for (const event of this.journal.shownAnywhere(thread.id)) {
          search.look(searchedText(event) ?? '');
        }
        return search.isFound ? [{ thread, excerpt: search.excerpt }] : [];
      })
      .slice(0, MOST_FOUND);
  }

  async get(id: string): Promise<IThreadRecord | undefined> {
    return this.#threads.get(id);
  }

  async lastOf(notebook: string): Promise<IThreadRecord | undefined> {
    return lastUsed(
      [...this.#threads.values()].filter(thread => thread.notebook === notebook)
    );
  }

  async create(id: string, notebook: string): Promise<IThreadRecord> {
    const there = this.#threads.get(id);
    return there ?? this.#put(newThread(id, notebook, Date.now()));
  }

  async update(id: string, change: Partial<IThreadRecord>): Promise<void> {
    this.#put(updated(this.#there(id), change, Date.now()));
  }

  async rename(id: string, title: string): Promise<void> {
    const short = shortTitle(title);
    if (short) {
      this.#put({ ...this.#there(id), title: short, named: true });
    }
  }

  async pin(id: string, pinned: boolean): Promise<void> {
    this.#put({ ...this.#there(id), pinned });
  }

  async delete(id: string): Promise<void> {
    this.#threads.delete(id);
    this.#drafts.delete(id);
    this.#imported.delete(id);
    this.journal.forget(id);
    this.#tell();
  }

  async moved(from: string, to: string): Promise<void> {
    for (const thread of this.#threads.values()) {
      const after = movedThread(thread, from, to);
      if (after) {
        this.#put(after);
      }
    }
  }

  async history(id: string): Promise<AgentEvent[]> {
    const thread = this.#threads.get(id);
    return thread
      ? this.journal.shown({ threadId: id, branch: thread.branch })
      : [];
  }

  async export(id: string): Promise<string> {
    return JSON.stringify(
      exportedThread(this.#there(id), await this.history(id))
    );
  }

  async import(
    text: string,
    notebook: string,
    file?: string
  ): Promise<IThreadRecord> {
    const trans = this.#trans;
    return this.adopt(
      importedThread(text, { notebook, file, now: Date.now(), trans })
    );
  }

  /** Takes a thread that came from a file. */
  async adopt({
    record,
    events,
    messages
  }: IImportedThread): Promise<IThreadRecord> {
    for (const event of events) {
      await this.journal.show({ threadId: record.id, branch: '' }, event);
    }
    this.#imported.set(record.id, messages);
    return this.#put(record);
  }

  async imported(id: string): Promise<IThreadMessage[]> {
    return this.#imported.get(id) ?? [];
  }

  async filedAnswers(path: string): Promise<ReadonlyMap<string, boolean>> {
    return new Map(this.#answers.get(path));
  }

  async answerFiled(
    path: string,
    ids: readonly string[],
    isTaken: boolean
  ): Promise<void> {
    const answers = this.#answers.get(path) ?? new Map<string, boolean>();
    ids.forEach(id => answers.set(id, isTaken));
    this.#answers.set(path, answers);
  }

  async draft(id: string): Promise<IThreadDraft | undefined> {
    return this.#drafts.get(id);
  }

  async saveDraft(id: string, draft: IThreadDraft | null): Promise<void> {
    if (draft) {
      this.#drafts.set(id, draft);
    } else {
      this.#drafts.delete(id);
    }
  }

  /** By days alone: what the page holds is gone with it anyway. */
  async cleanUp({ days }: ICleanUpLimits): Promise<string[]> {
    const going = await outdated(
      [...this.#threads.values()],
      { days, megabytes: 0 },
      { now: Date.now(), inUse: new Set(), bytesOf: async () => 0 }
    );
    for (const { id } of going) {
      await this.delete(id);
    }
    return going.map(({ title }) => title);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #there(id: string): IThreadRecord {
    const thread = this.#threads.get(id);
    if (!thread) {
      throw new ThreadError(this.#trans.__('This conversation was deleted.'));
    }
    return thread;
  }

  #put(thread: IThreadRecord): IThreadRecord {
    this.#threads.set(thread.id, thread);
    this.#tell();
    return thread;
  }

  #tell(): void {
    this.#listeners.forEach(listener => listener());
  }
}
