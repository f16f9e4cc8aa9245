import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

import { deciderText, type IAuditEntry } from '../../../contract';
import {
  auditJsonLines,
  auditKindName,
  auditMarkdown
} from '../../../contract/agent/audit-markdown';
import { saveFile } from '../../actions/save-file';
import { visibleText } from '../../render/visible-text';
import { durationText } from '../../text/duration-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { Sentence } from '../common/sentence';
import { SideView } from './side-view';
import { Button } from '../common/button';
import { SearchField } from './search-field';
import { perStore } from '../../stores/per-store';
import type { PanelStore } from '../../stores/panel-store';

const KINDS: readonly IAuditEntry['kind'][] = [
  'message',
  'request',
  'proposal',
  'decision',
  'effect',
  'outcome',
  'timeout',
  'duplicate',
  'undo',
  'branch',
  'run'
];

/** What was proposed, decided and done in this conversation, oldest first. */
export function AuditView() {
  const store = usePanel();
  const { trans } = store.services;
  const log = auditLogOf(store);
  const { entries, problem, kind, query } = useStore(log.state);
  const threadId = usePanelState(state => state.threadId);
  const order = usePanelState(state => state.thread.order.length);
  const path = usePanelState(state => state.thread.path);
  useEffect(() => void log.load(), [log, threadId, order]);
  const { found } = log;
  return (
    <SideView title={trans.__('Log')}>
      <div className="jp-Cellwright-row">
        <SearchField
          aria-label={trans.__('Search the log')}
          value={query}
          onChange={event => log.setQuery(event.target.value)}
        />
        <select
          className="jp-Cellwright-mode"
          aria-label={trans.__('Show')}
          value={kind ?? ''}
          onChange={event =>
            log.setKind((event.target.value || null) as typeof kind)
          }
        >
          <option value="">{trans.__('Everything')}</option>
          {KINDS.map(one => (
            <option key={one} value={one}>
              {auditKindName(one, trans)}
            </option>
          ))}
        </select>
      </div>
      <div className="jp-Cellwright-row">
        <Button
          disabled={found.length === 0}
          onClick={() =>
            saveFile(
              'cellwright-log.jsonl',
              auditJsonLines(found),
              'application/x-ndjson'
            )
          }
        >
          {trans.__('Export as JSON lines')}
        </Button>
        <Button
          disabled={found.length === 0}
          onClick={() =>
            saveFile(
              'cellwright-log.md',
              auditMarkdown(found, trans),
              'text/markdown'
            )
          }
        >
          {trans.__('Export as a report')}
        </Button>
      </div>
      {problem ? (
        <p className="jp-Cellwright-notice" role="alert">
          {visibleText(problem)}
        </p>
      ) : null}
      <p className="jp-Cellwright-hint" role="status">
        {entries === null
          ? problem
            ? ''
            : trans.__('Loading')
          : found.length < entries.length
            ? trans.__('%1 of %2 entries', found.length, entries.length)
            : trans._n('%1 entry', '%1 entries', entries.length)}
      </p>
      <ol className="jp-Cellwright-points" aria-label={trans.__('Entries')}>
        {found.map((entry, index) => (
          <Entry key={index} entry={entry} path={path} />
        ))}
      </ol>
    </SideView>
  );
}

function Entry({ entry, path }: { entry: IAuditEntry; path: string }) {
  const { trans } = usePanel().services;
  const { time, kind, text, tool, by, after } = entry;
  const around = [
    ...(tool ? [visibleText(tool)] : []),
    ...(by ? [visibleText(deciderText(by, trans))] : []),
    ...(after === undefined
      ? []
      : [trans.__('after %1', durationText(after, trans))])
  ];
  return (
    <li className="jp-Cellwright-auditEntry">
      <span className="jp-Cellwright-tag">{auditKindName(kind, trans)}</span>
      <span className="jp-Cellwright-lineText">
        <Sentence text={text} path={path} />
        {around.length > 0 ? (
          <span className="jp-Cellwright-hint"> {around.join(' · ')}</span>
        ) : null}
      </span>
      <time
        className="jp-Cellwright-time"
        dateTime={new Date(time).toISOString()}
      >
        {new Date(time).toLocaleString()}
      </time>
    </li>
  );
}

interface IAuditLogState {
  threadId: string | null;
  /** Oldest first; null until they were loaded. */
  entries: IAuditEntry[] | null;
  problem: string | null;
  kind: IAuditEntry['kind'] | null;
  query: string;
}

/** What was proposed, decided and done in a conversation, with filters. */
class AuditLog {
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

const auditLogOf = perStore(store => new AuditLog(store));
