import { useState } from 'react';

import type { ICheckpointInfo } from '../../../contract';
import { visibleProse } from '../../render/visible-text';
import { whenText } from '../../text/time-text';
import { focusComposer } from '../common/focus';
import { Unfolding } from '../common/folding-line';
import { Hint } from '../common/notice';
import { usePanel, usePanelState } from '../common/panel-context';
import { plainSentence } from '../../text/announcement';
import { Sentence } from '../common/sentence';
import { SideView, QueryStatus, useQuery } from './page';
import { Button } from '../common/button';
import { Select } from '../common/field';
import { isBusy } from '../../state/panel-state';

/** The checkpoints of this conversation, newest first. */
export function TimelineView() {
  const { trans, agent } = usePanel();
  const threadId = usePanelState(state => state.threadId);
  const branch = usePanelState(state => state.record?.branch);
  const running = usePanelState(state => state.thread.run !== null);
  // Loads again when a run has ended or another branch is shown.
  const query = useQuery(
    async () =>
      (await agent.past.timeline(threadId)).toSorted((a, b) => b.time - a.time),
    [threadId, branch, running]
  );
  const points = query.data;
  return (
    <SideView title={trans.__('Timeline')}>
      <QueryStatus
        query={query}
        problem={trans.__('The timeline could not be read.')}
      />
      {points?.length === 0 ? (
        <Hint>
          {trans.__('Nothing has happened in this conversation yet.')}
        </Hint>
      ) : null}
      <ol
        className="jp-Cellwright-points"
        aria-label={trans.__('Points in the conversation')}
      >
        {points?.map(point => (
          <Point
            key={`${point.branch} ${point.id}`}
            point={point}
            points={points}
          />
        ))}
      </ol>
    </SideView>
  );
}

function Point({
  point,
  points
}: {
  point: ICheckpointInfo;
  points: readonly ICheckpointInfo[];
}) {
  const { trans } = usePanel();
  const path = usePanelState(state => state.thread.path);
  const branches = usePanelState(state => state.record?.branches);
  const version = branches?.findIndex(({ id }) => id === point.branch) ?? -1;
  const line = (
    <>
      <span className="jp-Cellwright-lineText">
        <Sentence text={point.title} path={path} linked={false} />
      </span>
      {branches && branches.length > 1 && version >= 0 && !point.isStep ? (
        <span className="jp-Cellwright-tag">
          {trans.__('version %1', version + 1)}
        </span>
      ) : null}
      <span className="jp-Cellwright-time">{whenText(point.time)}</span>
    </>
  );
  return point.isStep ? (
    <li className="jp-Cellwright-debugLine">{line}</li>
  ) : (
    <li>
      <Unfolding className="jp-Cellwright-debugLine" label={line}>
        <Opened point={point} points={points} />
      </Unfolding>
    </li>
  );
}

function Opened({
  point,
  points
}: {
  point: ICheckpointInfo;
  points: readonly ICheckpointInfo[];
}) {
  const { store, trans } = usePanel();
  const [other, setOther] = useState('');
  const compared = points.find(({ id }) => id === other);
  const path = usePanelState(state => state.thread.path);
  const busy = usePanelState(
    state =>
      isBusy(state) ||
      // A message that is waiting to be sent would end up in another version.
      state.undisclosed !== null ||
      state.record?.damaged !== undefined
  );
  const nameOf = (one: ICheckpointInfo) =>
    `${plainSentence(one.title, id => store.cellLabel(path, id), trans)} · ${whenText(one.time)}`;
  return (
    <div className="jp-Cellwright-details">
      <div className="jp-Cellwright-row">
        {point.forkable ? (
          <Button
            disabled={busy}
            title={
              busy
                ? trans.__('Wait until the current turn has ended.')
                : trans.__(
                    'A new version begins here; this one stays as it is.'
                  )
            }
            onClick={event => {
              store.sending.fork({ checkpointId: point.id });
              focusComposer(event.currentTarget);
            }}
          >
            {trans.__('Try again from here')}
          </Button>
        ) : null}
        <Select
          className="jp-Cellwright-input"
          aria-label={trans.__('Compare with')}
          value={other}
          options={[
            { value: '', label: trans.__('Compare with …') },
            ...points
              .filter(one => one.id !== point.id && !one.isStep)
              .map(one => ({ value: one.id, label: nameOf(one) }))
          ]}
          onChange={setOther}
        />
      </div>
      {compared ? (
        <Differences key={compared.id} points={[compared, point]} />
      ) : (
        <Checkpoint id={point.id} />
      )}
    </div>
  );
}

/** Messages shown at first; the others appear on request. */
const MESSAGES_SHOWN = 12;

/** The content of a conversation at a checkpoint. */
function Checkpoint({ id: checkpointId }: { id: string }) {
  const { trans, agent } = usePanel();
  const threadId = usePanelState(state => state.threadId);
  const path = usePanelState(state => state.thread.path);
  const [all, setAll] = useState(false);
  const query = useQuery(
    () => agent.past.checkpoint(threadId, checkpointId),
    [threadId, checkpointId]
  );
  if (!query.data) {
    return (
      <QueryStatus
        query={query}
        problem={trans.__('This point could not be read.')}
      />
    );
  }
  const { conversation, todos, cells } = query.data;
  const roles = {
    person: trans.__('You:'),
    model: trans.__('Model:'),
    tool: trans.__('Result:')
  };
  const hidden = all ? 0 : Math.max(0, conversation.length - MESSAGES_SHOWN);
  return (
    <>
      {hidden > 0 ? (
        <Button look="link" onClick={() => setAll(true)}>
          {trans.__('Show all %1 messages', conversation.length)}
        </Button>
      ) : null}
      <ol
        className="jp-Cellwright-moment"
        aria-label={trans.__('Messages up to that point')}
      >
        {conversation.slice(hidden).map(({ id, role, text }, index) => (
          <li key={`${index} ${id}`}>
            <strong>{roles[role]}</strong> <Sentence text={text} path={path} />
          </li>
        ))}
      </ol>
      {todos.length > 0 ? (
        <>
          <div className="jp-Cellwright-detailsName">
            {trans.__('To-do list')}
          </div>
          <ul className="jp-Cellwright-moment">
            {todos.map(({ content, status }, index) => (
              <li key={index}>
                {visibleProse(content)}{' '}
                <span className="jp-Cellwright-hint">
                  {status === 'completed'
                    ? trans.__('done')
                    : status === 'in_progress'
                      ? trans.__('in progress')
                      : trans.__('to do')}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Hint>
        {trans._n(
          'The agent knew %1 cell.',
          'The agent knew %1 cells.',
          Object.keys(cells).length
        )}
      </Hint>
    </>
  );
}

/** Only what differs between two checkpoints. */
function Differences({ points }: { points: readonly ICheckpointInfo[] }) {
  const { trans, agent } = usePanel();
  const threadId = usePanelState(state => state.threadId);
  const path = usePanelState(state => state.thread.path);
  const [from, to] = points
    .toSorted((a, b) => a.time - b.time)
    .map(({ id }) => id);
  const query = useQuery(
    () => agent.past.compare(threadId, from, to),
    [threadId, from, to]
  );
  const fields = {
    conversation: trans.__('Messages'),
    todos: trans.__('To-do list'),
    cells: trans.__('Cells')
  };
  const changes = {
    added: ['+', trans.__('Added:')],
    removed: ['−', trans.__('Removed:')],
    changed: ['≠', trans.__('Changed:')]
  };
  return (
    <>
      <QueryStatus
        query={query}
        problem={trans.__('The two points could not be compared.')}
      />
      {query.data?.length === 0 ? (
        <Hint role="status">{trans.__('There is no difference.')}</Hint>
      ) : null}
      {query.data?.map(({ field, lines }) => (
        <div key={field}>
          <div className="jp-Cellwright-detailsName">{fields[field]}</div>
          <ul className="jp-Cellwright-moment">
            {lines.map(({ change, text }, index) => (
              <li key={index} className={`jp-mod-${change}`}>
                <span aria-hidden="true">{changes[change][0]} </span>
                <span className="jp-Cellwright-hidden">
                  {changes[change][1]}{' '}
                </span>
                <Sentence text={text} path={path} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
