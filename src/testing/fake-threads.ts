import {
  type AgentEvent,
  type IThreadDraft,
  type IThreadRecord,
  type IThreads,
  type Keeping,
  ThreadError
} from '../contract';

/** Conversations in memory, as a spec adds them. */
export class FakeThreads implements IThreads {
  keeping: Keeping = { ok: true };
  readonly records = new Map<string, IThreadRecord>();
  readonly histories = new Map<string, AgentEvent[]>();
  readonly drafts = new Map<string, IThreadDraft>();
  /** Each draft that was saved, in order; `null` if it was cleared. */
  readonly saved: { id: string; draft: IThreadDraft | null }[] = [];
  /** The person's answers about the threads in a file, by its path. */
  readonly answers = new Map<string, Map<string, boolean>>();
  /** The error with which reading and writing fail. */
  refuses: Error | null = null;
  /** Delays reading a history. */
  reading: Promise<void> = Promise.resolve();

  private readonly _listeners = new Set<() => void>();

  get listeners(): number {
    return this._listeners.size;
  }

  /** Adds a conversation. */
  add(
    id: string,
    change: Partial<IThreadRecord> = {},
    history: AgentEvent[] = []
  ): IThreadRecord {
    const record: IThreadRecord = {
      id,
      title: `Title of ${id}`,
      named: false,
      notebook: 'work/penguins.ipynb',
      created: 1_000,
      updated: 1_000 + this.records.size,
      pinned: false,
      branch: '',
      branches: [
        { id: '', parent: null, events: 0, checkpointId: null, created: 1_000 }
      ],
      pending: 0,
      run: null,
      queued: [],
      ...change
    };
    this.records.set(id, record);
    this.histories.set(id, history);
    return record;
  }

  /** Reports a change as if made in another tab. */
  changed(): void {
    this._listeners.forEach(listener => listener());
  }

  async list(): Promise<IThreadRecord[]> {
    this._mayRefuse();
    return [...this.records.values()].sort(
      (a, b) => Number(b.pinned) - Number(a.pinned) || b.updated - a.updated
    );
  }

  async search(
    query: string
  ): Promise<{ thread: IThreadRecord; excerpt: string }[]> {
    const words = query.toLowerCase().split(/\s+/);
    return (await this.list())
      .map(thread => ({ thread, text: this._textOf(thread) }))
      .filter(({ text }) =>
        words.every(word => text.toLowerCase().includes(word))
      )
      .map(({ thread, text }) => ({ thread, excerpt: text.slice(0, 80) }));
  }

  async get(id: string): Promise<IThreadRecord | undefined> {
    this._mayRefuse();
    return this.records.get(id);
  }

  async lastOf(notebook: string): Promise<IThreadRecord | undefined> {
    this._mayRefuse();
    return [...this.records.values()]
      .filter(record => record.notebook === notebook)
      .sort((a, b) => b.updated - a.updated)[0];
  }

  async create(id: string, notebook: string): Promise<IThreadRecord> {
    const record =
      this.records.get(id) ?? this.add(id, { notebook, title: '' });
    this.changed();
    return record;
  }

  async update(id: string, change: Partial<IThreadRecord>): Promise<void> {
    this._mayRefuse();
    const record = this.records.get(id);
    if (record) {
      this.records.set(id, { ...record, ...change });
      this.changed();
    }
  }

  rename(id: string, title: string): Promise<void> {
    return this.update(id, { title, named: true });
  }

  pin(id: string, pinned: boolean): Promise<void> {
    return this.update(id, { pinned });
  }

  async delete(id: string): Promise<void> {
    this._mayRefuse();
    this.records.delete(id);
    this.histories.delete(id);
    this.drafts.delete(id);
    this.changed();
  }

  async moved(from: string, to: string): Promise<void> {
    for (const record of this.records.values()) {
      if (record.notebook === from) {
        await this.update(record.id, { notebook: to });
      }
    }
  }

  async history(id: string): Promise<AgentEvent[]> {
    this._mayRefuse();
    const history = this.histories.get(id) ?? [];
    await this.reading;
    return [...history];
  }

  async export(id: string): Promise<string> {
    this._mayRefuse();
    return JSON.stringify({
      ...this.records.get(id),
      history: this.histories.get(id)
    });
  }

  async import(
    text: string,
    notebook: string,
    file?: string
  ): Promise<IThreadRecord> {
    let stored: Partial<IThreadRecord> & { history?: AgentEvent[] };
    try {
      stored = JSON.parse(text) as typeof stored;
    } catch (cause) {
      throw new ThreadError('This file holds no conversation.', { cause });
    }
    const id = `imported-${this.records.size}`;
    const record = this.add(
      id,
      {
        title: stored.title ?? '',
        notebook,
        imported: true,
        importedFrom: file,
        untouched: true
      },
      (stored.history ?? []).map(event => ({ ...event, threadId: id }))
    );
    this.changed();
    return record;
  }

  async filedAnswers(path: string): Promise<ReadonlyMap<string, boolean>> {
    return new Map(this.answers.get(path));
  }

  async answerFiled(
    path: string,
    ids: readonly string[],
    isTaken: boolean
  ): Promise<void> {
    const answers = this.answers.get(path) ?? new Map<string, boolean>();
    ids.forEach(id => answers.set(id, isTaken));
    this.answers.set(path, answers);
  }

  async draft(id: string): Promise<IThreadDraft | undefined> {
    return this.drafts.get(id);
  }

  async saveDraft(id: string, draft: IThreadDraft | null): Promise<void> {
    this._mayRefuse();
    this.saved.push({ id, draft });
    if (draft) {
      this.drafts.set(id, draft);
    } else {
      this.drafts.delete(id);
    }
  }

  async cleanUp(): Promise<string[]> {
    return [];
  }

  onChange(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  private _mayRefuse(): void {
    if (this.refuses) {
      throw this.refuses;
    }
  }

  private _textOf({ id, title }: IThreadRecord): string {
    const texts = (this.histories.get(id) ?? []).map(event =>
      event.type === 'user-message' ? event.text : ''
    );
    return [title, ...texts].join(' ');
  }
}
