import { createStore, type StoreApi } from 'zustand/vanilla';

import type { IThreadRecord, IThreads } from '../../contract';

import { perStore } from './per-store';
import { saveFile } from '../actions/save-file';
import type { PanelStore } from './panel-store';

/** ms after the last key before the conversations are searched. */
const SEARCH_DELAY = 150;

export interface IThreadRow {
  thread: IThreadRecord;
  /** Where the words were found; empty without a search. */
  excerpt: string;
}

export interface IThreadListState {
  /** null until they were loaded. */
  rows: IThreadRow[] | null;
  query: string;
  /** Id of the row that Tab leads to. */
  active: string | null;
  renaming: { id: string; title: string } | null;
  /** Id of the row that is asking whether to delete its conversation. */
  deleting: string | null;
  problem: string | null;
}

/** The stored conversations: search, rename, pin, delete, export and import. */
export class ThreadList {
  readonly state: StoreApi<IThreadListState> = createStore<IThreadListState>(
    () => ({
      rows: null,
      query: '',
      active: null,
      renaming: null,
      deleting: null,
      problem: null
    })
  );

  private _attempt = 0;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly _store: PanelStore) {}

  /** Keeps the list up to date. @returns a function that ends it. */
  watch(): () => void {
    this.state.setState({ renaming: null, deleting: null, problem: null });
    const end = this._threads?.onChange(() => void this.load());
    void this.load();
    return () => {
      clearTimeout(this._timer);
      end?.();
    };
  }

  async load(): Promise<void> {
    const threads = this._threads;
    if (!threads) {
      return;
    }
    const { trans } = this._store.services;
    const attempt = ++this._attempt;
    const query = this.state.getState().query.trim();
    try {
      const rows = query
        ? await threads.search(query)
        : (await threads.list()).map(thread => ({ thread, excerpt: '' }));
      if (attempt === this._attempt) {
        this.state.setState({ rows });
      }
    } catch (reason) {
      this._failed(trans.__('The conversations could not be read.'), reason);
    }
  }

  setQuery(query: string): void {
    this.state.setState({ query });
    clearTimeout(this._timer);
    this._timer = setTimeout(() => void this.load(), SEARCH_DELAY);
  }

  setActive(active: string): void {
    this.state.setState({ active });
  }

  /** @returns whether it could be shown. */
  open(id: string): Promise<boolean> {
    return this._store.conversations.open(id);
  }

  beginRename({ id, title }: IThreadRecord): void {
    this.state.setState({ renaming: { id, title }, deleting: null });
  }

  setTitle(title: string): void {
    this.state.setState(({ renaming }) => ({
      renaming: renaming && { ...renaming, title }
    }));
  }

  cancelRename(): void {
    this.state.setState({ renaming: null });
  }

  async rename(): Promise<void> {
    const { renaming } = this.state.getState();
    const { trans } = this._store.services;
    this.cancelRename();
    const title = renaming?.title.trim();
    if (renaming && title) {
      await this._do(
        threads => threads.rename(renaming.id, title),
        trans.__('The name could not be saved.')
      );
    }
  }

  async pin({ id, pinned }: IThreadRecord): Promise<void> {
    const { trans } = this._store.services;
    await this._do(
      threads => threads.pin(id, !pinned),
      trans.__('That could not be saved.')
    );
  }

  ask(deleting: string | null): void {
    this.state.setState({ deleting, renaming: null });
  }

  /**
   * Deletes a conversation with everything stored for it. A run in it is
   * stopped first.
   */
  async delete({ id, title, run }: IThreadRecord): Promise<void> {
    const { agent, trans } = this._store.services;
    this.ask(null);
    await this._do(async threads => {
      if (run) {
        await agent.send({ type: 'stop', threadId: id });
      }
      await threads.delete(id);
      this._store.announce(trans.__('Deleted: “%1”', title));
    }, trans.__('The conversation could not be deleted.'));
  }

  async export({ id, title }: IThreadRecord): Promise<void> {
    const { trans } = this._store.services;
    await this._do(async threads => {
      const text = await threads.export(id);
      saveFile(`${fileName(title)}.json`, text, 'application/json');
    }, trans.__('The conversation could not be exported.'));
  }

  /** Imports a conversation from a file and shows it. */
  async import(name: string, read: () => Promise<string>): Promise<void> {
    const { workspace, trans } = this._store.services;
    await this._do(async threads => {
      const path = workspace.status.notebook?.path ?? '';
      const { id } = await threads.import(await read(), path, name);
      await this.open(id);
    }, trans.__('The file could not be read.'));
  }

  private get _threads(): IThreads | undefined {
    return this._store.services.threads;
  }

  private async _do(
    act: (threads: IThreads) => Promise<void>,
    sentence: string
  ): Promise<void> {
    const threads = this._threads;
    if (!threads) {
      return;
    }
    this.state.setState({ problem: null });
    try {
      await act(threads);
      await this.load();
    } catch (reason) {
      // A `ThreadError` has a message for the person.
      this._failed(
        reason instanceof Error && reason.name === 'ThreadError'
          ? reason.message
          : sentence,
        reason
      );
    }
  }

  private _failed(problem: string, reason: unknown): void {
    console.warn('Cellwright: a request about conversations failed:', reason);
    this.state.setState({ problem });
  }
}

/** The thread list of a panel. */
export const threadListOf = perStore(store => new ThreadList(store));

function fileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim()
    .slice(0, 60);
  return name || 'conversation';
}
