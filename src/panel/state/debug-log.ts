import { createStore } from 'zustand/vanilla';

import type { IDebugEntry } from '../../contract';

/** Most entries kept; the oldest are dropped first. */
export const ENTRIES_KEPT = 500;

/** What the debug view collects: in memory only, separate from the thread. */
export class DebugLog {
  /** Oldest first. */
  readonly state = createStore<{ entries: IDebugEntry[] }>(() => ({
    entries: []
  }));

  add(entry: IDebugEntry): void {
    this.state.setState(({ entries }) => ({
      entries: [...entries, entry].slice(-ENTRIES_KEPT)
    }));
  }

  clear(): void {
    this.state.setState({ entries: [] });
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

/** What an entry is found by, in lower case. */
export function searchText(entry: IDebugEntry): string {
  const known = SEARCH_TEXTS.get(entry);
  if (known !== undefined) {
    return known;
  }
  const text =
    `${entry.kind}\n${entry.title}\n${bodyText(entry)}`.toLowerCase();
  SEARCH_TEXTS.set(entry, text);
  return text;
}
