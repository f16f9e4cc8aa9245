import { Fragment, useState } from 'react';

import { deciderText, type IAuditEntry } from '../../../contract';
import {
  auditJsonLines,
  auditKindName,
  auditMarkdown
} from '../../../contract/agent/audit-markdown';
import { saveFile } from '../../actions/save-file';
import { visibleText } from '../../render/visible-text';
import { durationText, timeText } from '../../text/time-text';
import { Select } from '../common/field';
import { Hint } from '../common/notice';
import { usePanel, usePanelState } from '../common/panel-context';
import { Sentence } from '../common/sentence';
import { SideView, SearchField, QueryStatus, useQuery } from './page';
import { Button } from '../common/button';

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
  const { trans, agent } = usePanel();
  const threadId = usePanelState(state => state.threadId);
  const order = usePanelState(state => state.thread.order.length);
  const path = usePanelState(state => state.thread.path);
  const [kind, setKind] = useState('');
  const [query, setQuery] = useState('');
  const log = useQuery(() => agent.past.audit(threadId), [threadId, order]);
  const entries = log.data;
  const wanted = query.toLowerCase();
  const found = (entries ?? []).filter(
    entry =>
      (!kind || entry.kind === kind) &&
      (!wanted || JSON.stringify(entry).toLowerCase().includes(wanted))
  );
  return (
    <SideView title={trans.__('Log')}>
      <div className="jp-Cellwright-row">
        <SearchField label={trans.__('Search the log')} onSearch={setQuery} />
        <Select
          aria-label={trans.__('Show')}
          value={kind}
          options={[
            { value: '', label: trans.__('Everything') },
            ...KINDS.map(value => ({
              value,
              label: auditKindName(value, trans)
            }))
          ]}
          onChange={setKind}
        />
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
      <QueryStatus
        query={log}
        problem={trans.__('The log could not be read.')}
      />
      <Hint role="status">
        {entries === null
          ? null
          : found.length < entries.length
            ? trans.__('%1 of %2 entries', found.length, entries.length)
            : trans._n('%1 entry', '%1 entries', entries.length)}
      </Hint>
      {[...new Set(found.map(dayOf))].map(day => (
        <Fragment key={day}>
          <h4>{day}</h4>
          <ol
            className="jp-Cellwright-points"
            aria-label={trans.__('Entries of %1', day)}
          >
            {found
              .filter(entry => dayOf(entry) === day)
              .map((entry, index) => (
                <Entry key={index} entry={entry} path={path} />
              ))}
          </ol>
        </Fragment>
      ))}
    </SideView>
  );
}

function dayOf({ time }: IAuditEntry): string {
  return new Date(time).toLocaleDateString();
}

function Entry({ entry, path }: { entry: IAuditEntry; path: string }) {
  const { trans } = usePanel();
  const { time, kind, text, tool, by, after } = entry;
  const took = durationText(after ?? 0, trans);
  const around = [
    visibleText(tool ?? ''),
    by && visibleText(deciderText(by, trans)),
    took && trans.__('after %1', took)
  ].filter(Boolean);
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
        {timeText(time)}
      </time>
    </li>
  );
}
