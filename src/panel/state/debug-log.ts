import { createStore, type StoreApi } from 'zustand/vanilla';

import type { IDebugEntry } from '../../contract';

/** Most entries kept; the oldest are dropped first. */
export const ENTRIES_KEPT = 500;

export interface IDebugState {
  /** Oldest first. */
  entries: IDebugEntry[];
  query: string;
  /** Ids of opened entries. */
  open: Record<string, boolean>;
  /** Opened entries that show all of a long body, by id. */
  whole: Record<string, boolean>;
}

const EMPTY: IDebugState = { entries: [], query: '', open: {}, whole: {} };

/** What the debug view collects: in memory only, separate from the thread. */
export class DebugLog {
  readonly state: StoreApi<IDebugState> = createStore<IDebugState>(() => EMPTY);

  add(entry: IDebugEntry): void {
    this.state.setState(({ entries }) => ({
      entries: [...entries, entry].slice(-ENTRIES_KEPT)
    }));
  }

  clear(): void {
    this.state.setState(({ query }) => ({ ...EMPTY, query }));
  }

  setQuery(query: string): void {
    this.state.setState({ query });
  }

  setOpen(id: string, open: boolean): void {
    this.state.setState(state => ({ open: { ...state.open, [id]: open } }));
  }

  showWhole(id: string): void {
    this.state.setState(({ whole }) => ({ whole: { ...whole, [id]: true } }));
  }

  /** Entries that contain the query, ignoring case. */
  get found(): IDebugEntry[] {
    const { entries, query } = this.state.getState();
    const wanted = query.trim().toLowerCase();
    return wanted
      ? entries.filter(entry => searchText(entry).includes(wanted))
      : entries;
  }

  /** Every entry as one line of JSON. */
  toJsonLines(): string {
    return this.state
      .getState()
      .entries.map(entry => `${JSON.stringify(entry)}\n`)
      .join('');
  }
}

/** The body in readable form. */
export function bodyText({ body }: IDebugEntry): string {
  return typeof body === 'string'
    ? body
    : (JSON.stringify(body, null, 2) ?? '');
}

const SEARCH_TEXTS = new WeakMap<IDebugEntry, string>();

function searchText(entry: IDebugEntry): string {
  const known = SEARCH_TEXTS.get(entry);
  if (known !== undefined) {
    return known;
  }
  const text =
    `${entry.kind}\n${entry.title}\n${bodyText(entry)}`.toLowerCase();
  SEARCH_TEXTS.set(entry, text);
  return text;
}
