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
import { outdated, type ICleanUpLimits } from './is-dispensable';
import { InMemoryJournal } from '../journal/in-memory-journal';
import {
  MAX_FOUND,
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
import {
  exportedThread,
  importedThread,
  type IImportedThread
} from '../transfer/exported-thread';

export interface IMemoryThreadsOptions {
  trans: ITranslator;
  /** Why nothing is stored, in a sentence. */
  why?: string;
  journal?: InMemoryJournal;
}

/** Conversations that live as long as the page. */
export class InMemoryThreads implements IThreads {
  readonly keeping: Keeping;
  readonly journal: InMemoryJournal;
  private readonly _trans: ITranslator;
  private readonly _threads = new Map<string, IThreadRecord>();
  private readonly _drafts = new Map<string, IThreadDraft>();
  private readonly _imported = new Map<string, IThreadMessage[]>();
  private readonly _answers = new Map<string, Map<string, boolean>>();
  private readonly _listeners = new Listeners();

  constructor({
    trans,
    why = trans.__('Conversations are not kept in this window.'),
    journal = new InMemoryJournal()
  }: IMemoryThreadsOptions) {
    this._trans = trans;
    this.keeping = { ok: false, why };
    this.journal = journal;
    journal.branchesOf = id => this._threads.get(id)?.branches ?? [];
  }

  async list(): Promise<IThreadRecord[]> {
    return inOrder([...this._threads.values()]);
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
      .slice(0, MAX_FOUND);
  }

  async get(id: string): Promise<IThreadRecord | undefined> {
    return this._threads.get(id);
  }

  async lastOf(notebook: string): Promise<IThreadRecord | undefined> {
    return lastUsed(
      [...this._threads.values()].filter(thread => thread.notebook === notebook)
    );
  }

  async create(id: string, notebook: string): Promise<IThreadRecord> {
    const there = this._threads.get(id);
    return there ?? this._put(newThread(id, notebook, Date.now()));
  }

  async update(id: string, change: Partial<IThreadRecord>): Promise<void> {
    this._put(updated(this._there(id), change, Date.now()));
  }

  async rename(id: string, title: string): Promise<void> {
    const short = shortTitle(title);
    if (short) {
      this._put({ ...this._there(id), title: short, named: true });
    }
  }

  async pin(id: string, pinned: boolean): Promise<void> {
    this._put({ ...this._there(id), pinned });
  }

  async delete(id: string): Promise<void> {
    this._threads.delete(id);
    this._drafts.delete(id);
    this._imported.delete(id);
    this.journal.forget(id);
    this._listeners.tell();
  }

  async moved(from: string, to: string): Promise<void> {
    for (const thread of this._threads.values()) {
      const after = movedThread(thread, from, to);
      if (after) {
        this._put(after);
      }
    }
  }

  async history(id: string): Promise<AgentEvent[]> {
    const thread = this._threads.get(id);
    return thread
      ? this.journal.shown({ threadId: id, branch: thread.branch })
      : [];
  }

  async export(id: string): Promise<string> {
    return JSON.stringify(
      exportedThread(this._there(id), await this.history(id))
    );
  }

  async import(
    text: string,
    notebook: string,
    file?: string
  ): Promise<IThreadRecord> {
    const trans = this._trans;
    return this.adopt(
      importedThread(text, { notebook, file, now: Date.now(), trans })
    );
  }

  /** Takes in an imported thread. */
  async adopt({
    record,
    events,
    messages
  }: IImportedThread): Promise<IThreadRecord> {
    for (const event of events) {
      await this.journal.show({ threadId: record.id, branch: '' }, event);
    }
    this._imported.set(record.id, messages);
    return this._put(record);
  }

  async imported(id: string): Promise<IThreadMessage[]> {
    return this._imported.get(id) ?? [];
  }

  async filedAnswers(path: string): Promise<ReadonlyMap<string, boolean>> {
    return new Map(this._answers.get(path));
  }

  async answerFiled(
    path: string,
    ids: readonly string[],
    isTaken: boolean
  ): Promise<void> {
    const answers = this._answers.get(path) ?? new Map<string, boolean>();
    ids.forEach(id => answers.set(id, isTaken));
    this._answers.set(path, answers);
  }

  async draft(id: string): Promise<IThreadDraft | undefined> {
    return this._drafts.get(id);
  }

  async saveDraft(id: string, draft: IThreadDraft | null): Promise<void> {
    if (draft) {
      this._drafts.set(id, draft);
    } else {
      this._drafts.delete(id);
    }
  }

  /** Only by days: whatever the page holds disappears with it anyway. */
  async cleanUp({ days }: ICleanUpLimits): Promise<string[]> {
    const going = await outdated(
      [...this._threads.values()],
      { days, megabytes: 0 },
      { now: Date.now(), inUse: new Set(), bytesOf: async () => 0 }
    );
    for (const { id } of going) {
      await this.delete(id);
    }
    return going.map(({ title }) => title);
  }

  onChange(listener: () => void): () => void {
    return this._listeners.add(listener);
  }

  private _there(id: string): IThreadRecord {
    const thread = this._threads.get(id);
    if (!thread) {
      throw new ThreadError(this._trans.__('This conversation was deleted.'));
    }
    return thread;
  }

  private _put(thread: IThreadRecord): IThreadRecord {
    this._threads.set(thread.id, thread);
    this._listeners.tell();
    return thread;
  }
}
