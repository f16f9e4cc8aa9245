import { createStore, type StoreApi } from 'zustand/vanilla';

import type {
  IMemories,
  IMemoryEntry,
  MemoryEdit,
  MemoryKind
} from '../../contract';

import { saveFile } from '../actions/save-file';
import { perStore } from './per-store';
import type { PanelStore } from './panel-store';

/** ms after the last key before the memories are searched. */
const SEARCH_DELAY = 150;

export interface ILearnedPageState {
  kind: MemoryKind;
  /** null until they were loaded. */
  entries: readonly IMemoryEntry[] | null;
  query: string;
  on: boolean;
  /** Kinds that are neither searched nor collected. */
  off: readonly MemoryKind[];
  /** The entry whose text is being edited. */
  editing: { key: string; subject: string; answers: string[] } | null;
  /** The entry that the page was opened for. */
  shown: string | null;
  /** Whether it is asking if everything should be deleted. */
  clearing: boolean;
  /** Whether nothing can be stored here. */
  none: boolean;
  problem: string | null;
}

/** The memories: search, edit, forget, switch off, export and import. */
export class LearnedPage {
  readonly state: StoreApi<ILearnedPageState> = createStore<ILearnedPageState>(
    () => ({
      kind: 'plan',
      entries: null,
      query: '',
      on: true,
      off: [],
      editing: null,
      shown: null,
      clearing: false,
      none: false,
      problem: null
    })
  );

  private _attempt = 0;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly _store: PanelStore) {}

  /** Follows the settings. @returns a function that ends it. */
  watch(): () => void {
    this.state.setState({ editing: null, clearing: false, problem: null });
    const end = this._store.services.preferences.onChange(
      () => void this.load()
    );
    void this.load();
    return () => {
      clearTimeout(this._timer);
      end();
    };
  }

  /** Opens the page at one entry. */
  open(kind: MemoryKind, key: string): void {
    this.state.setState({ kind, entries: null, query: '', shown: key });
    this._store.show('learned');
  }

  async load(): Promise<void> {
    const { trans } = this._store.services;
    const attempt = ++this._attempt;
    try {
      const memories = await this._memories();
      const { kind, query } = this.state.getState();
      const entries = !memories
        ? []
        : query.trim()
          ? await memories.search(kind, query.trim())
          : await memories.list(kind);
      if (attempt === this._attempt) {
        this.state.setState({
          entries: query.trim()
            ? entries
            : [...entries].sort((one, other) => other.usedAt - one.usedAt),
          none: !memories,
          on: memories?.isOn() ?? false,
          off: memories?.kindsOff() ?? []
        });
      }
    } catch (reason) {
      this._failed(trans.__('What was learned could not be read.'), reason);
    }
  }

  setKind(kind: MemoryKind): void {
    this.state.setState({ kind, entries: null, editing: null, shown: null });
    void this.load();
  }

  setQuery(query: string): void {
    this.state.setState({ query, shown: null });
    clearTimeout(this._timer);
    this._timer = setTimeout(() => void this.load(), SEARCH_DELAY);
  }

  beginEdit({ key, subject, answers }: IMemoryEntry): void {
    this.state.setState({
      editing: { key, subject, answers: answers.map(({ answer }) => answer) }
    });
  }

  setEdit(change: { subject?: string; answers?: string[] }): void {
    this.state.setState(({ editing }) => ({
      editing: editing && { ...editing, ...change }
    }));
  }

  endEdit(): void {
    this.state.setState({ editing: null });
  }

  /** Saves the text of the form as that of the entry. */
  async saveEdit(entry: IMemoryEntry): Promise<void> {
    const { trans } = this._store.services;
    const { editing } = this.state.getState();
    const subject = editing?.subject.trim();
    if (!editing || !subject) {
      return;
    }
    await this.change(
      entry,
      {
        subject,
        ...(entry.answers.length > 0
          ? {
              answers: entry.answers.map(({ question, answer }, at) => ({
                question,
                answer: editing.answers[at] ?? answer
              }))
            }
          : {})
      },
      trans.__('Saved: “%1”', subject)
    );
    this.endEdit();
  }

  /** @param done text to announce afterwards. */
  async change(
    { kind, key }: IMemoryEntry,
    edit: MemoryEdit,
    done: string
  ): Promise<void> {
    const { trans } = this._store.services;
    await this._do(
      memories => memories.edit(kind, key, edit),
      trans.__('The change could not be saved.'),
      done
    );
  }

  async forget({ kind, key, subject }: IMemoryEntry): Promise<void> {
    const { trans } = this._store.services;
    await this._do(
      memories => memories.forget(kind, key),
      trans.__('It could not be forgotten.'),
      trans.__('Forgotten: “%1”', subject)
    );
  }

  askForAll(clearing: boolean): void {
    this.state.setState({ clearing });
  }

  async forgetAll(): Promise<void> {
    const { trans } = this._store.services;
    this.askForAll(false);
    await this._do(
      memories => memories.forgetAll(),
      trans.__('It could not be forgotten.'),
      trans.__('Everything is forgotten.')
    );
  }

  async setOn(on: boolean): Promise<void> {
    const { trans } = this._store.services;
    await this._do(
      memories => memories.setOn(on),
      trans.__('The setting could not be saved.'),
      on
        ? trans.__('Cellwright learns from now on.')
        : trans.__(
            'Cellwright no longer learns, and no longer uses what it learned.'
          )
    );
  }

  async setKindOn(kind: MemoryKind, on: boolean): Promise<void> {
    const { trans } = this._store.services;
    await this._do(
      memories => memories.setKind(kind, on),
      trans.__('The setting could not be saved.')
    );
  }

  async export(): Promise<void> {
    const { trans } = this._store.services;
    await this._do(
      async memories =>
        saveFile(
          'cellwright-learned.json',
          await memories.export(),
          'application/json'
        ),
      trans.__('What was learned could not be exported.')
    );
  }

  /**
   * Imports memories from a file; they take effect once the person accepts
   * them.
   */
  async import(read: () => Promise<string>): Promise<void> {
    const { trans } = this._store.services;
    await this._do(async memories => {
      const result = await memories.import(await read());
      if (!result) {
        this.state.setState({
          problem: trans.__(
            'This file contains nothing that was learned. Choose one that was exported here.'
          )
        });
        return;
      }
      const taken = trans._n(
        '%1 entry was imported. It is used once you accept it.',
        '%1 entries were imported. They are used once you accept them.',
        result.taken
      );
      this._store.announce(taken);
      this.state.setState({
        problem:
          result.unread > 0
            ? `${taken} ${trans._n(
                '%1 entry could not be read.',
                '%1 entries could not be read.',
                result.unread
              )}`
            : null
      });
    }, trans.__('The file could not be read.'));
  }

  private async _memories(): Promise<IMemories | null> {
    return (await this._store.services.agent.memories?.()) ?? null;
  }

  private async _do(
    act: (memories: IMemories) => void | Promise<void>,
    sentence: string,
    done?: string
  ): Promise<void> {
    this.state.setState({ problem: null });
    try {
      const memories = await this._memories();
      if (!memories) {
        this.state.setState({ none: true });
        return;
      }
      await act(memories);
      if (done) {
        this._store.announce(done);
      }
      await this.load();
    } catch (reason) {
      this._failed(sentence, reason);
    }
  }

  private _failed(problem: string, reason: unknown): void {
    console.warn('Cellwright: a request about what it learned failed:', reason);
    this.state.setState({ problem });
  }
}

/** The state of a panel's page. */
export const learnedPageOf = perStore(store => new LearnedPage(store));
