import { createStore, type StoreApi } from 'zustand/vanilla';

import type { IAuditEntry } from '../../contract';

import { perStore } from './per-store';
import type { PanelStore } from './panel-store';

export interface IAuditLogState {
  threadId: string | null;
  /** Oldest first; null until they were loaded. */
  entries: IAuditEntry[] | null;
  problem: string | null;
  kind: IAuditEntry['kind'] | null;
  query: string;
}

/** What was proposed, decided and done in a conversation, with filters. */
export class AuditLog {
  readonly state: StoreApi<IAuditLogState> = createStore<IAuditLogState>(
    () => ({
      threadId: null,
      entries: null,
      problem: null,
      kind: null,
      query: ''
    })
  );

  constructor(private readonly _store: PanelStore) {}

  async load(): Promise<void> {
    const { threadId } = this._store.main.getState();
    const { agent, trans } = this._store.services;
    if (threadId !== this.state.getState().threadId) {
      this.state.setState({ threadId, entries: null });
    }
    this.state.setState({ problem: null });
    try {
      const entries = await agent.past.audit(threadId);
      if (this.state.getState().threadId === threadId) {
        this.state.setState({ entries });
      }
    } catch (reason) {
      console.warn('Cellwright could not read the log.', reason);
      this.state.setState({ problem: trans.__('The log could not be read.') });
    }
  }

  setKind(kind: IAuditEntry['kind'] | null): void {
    this.state.setState({ kind });
  }

  setQuery(query: string): void {
    this.state.setState({ query });
  }

  /** The entries of the kind that contain the words, ignoring case. */
  get found(): IAuditEntry[] {
    const { entries, kind, query } = this.state.getState();
    const wanted = query.trim().toLowerCase();
    return (entries ?? []).filter(
      entry =>
        (kind === null || entry.kind === kind) &&
        (!wanted || JSON.stringify(entry).toLowerCase().includes(wanted))
    );
  }
}

export const auditLogOf = perStore(store => new AuditLog(store));
