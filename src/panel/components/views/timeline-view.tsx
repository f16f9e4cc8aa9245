import { useState } from 'react';

import type { ICheckpointInfo } from '../../../contract';
import { whenText } from '../../text/when-text';
import { focusComposer } from '../common/focus-beyond';
import { Checkpoint, Differences } from './checkpoint';
import { usePanel, usePanelState } from '../common/panel-context';
import { plainSentence } from '../../text/announcement';
import { Sentence } from '../common/sentence';
import { SideView } from './side-view';
import { Button } from '../common/button';
import { isBusy } from '../../state/is-busy';
import { useQuery } from './use-query';

/** The checkpoints of this conversation, newest first. */
export function TimelineView() {
  const { trans, agent } = usePanel().services;
  const threadId = usePanelState(state => state.threadId);
  const branch = usePanelState(state => state.record?.branch);
  const running = usePanelState(state => state.thread.run !== null);
  const [open, setOpen] = useState<string | null>(null);
  // Loads again when a run has ended or another branch is shown.
  const { data: points, failed } = useQuery(
    async () =>
      (await agent.past.timeline(threadId)).toSorted((a, b) => b.time - a.time),
    [threadId, branch, running]
  );
  return (
    <SideView title={trans.__('Timeline')}>
      {failed ? (
        <p className="jp-Cellwright-notice" role="alert">
          {trans.__('The timeline could not be read.')}
        </p>
      ) : points === null ? (
        <p className="jp-Cellwright-hint" role="status">
          {trans.__('Loading')}
        </p>
      ) : points.length === 0 ? (
        <p className="jp-Cellwright-hint">
          {trans.__('Nothing has happened in this conversation yet.')}
        </p>
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
            open={open === point.id}
            onToggle={() => setOpen(open === point.id ? null : point.id)}
          />
        ))}
      </ol>
    </SideView>
  );
}

function Point({
  point,
  points,
  open,
  onToggle
}: {
  point: ICheckpointInfo;
  points: readonly ICheckpointInfo[];
  open: boolean;
  onToggle(): void;
}) {
  const { trans } = usePanel().services;
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
      <button
        type="button"
        className="jp-Cellwright-debugLine"
        aria-expanded={open}
        onClick={onToggle}
      >
        {line}
      </button>
      {open ? <Opened point={point} points={points} /> : null}
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
  const store = usePanel();
  const { trans } = store.services;
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
        <select
          className="jp-Cellwright-input"
          aria-label={trans.__('Compare with')}
          value={other}
          onChange={event => setOther(event.target.value)}
        >
          <option value="">{trans.__('Compare with …')}</option>
          {points
            .filter(one => one.id !== point.id && !one.isStep)
            .map(one => (
              <option key={`${one.branch} ${one.id}`} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
        </select>
      </div>
      {compared ? (
        <Differences key={compared.id} points={[compared, point]} />
      ) : (
        <Checkpoint id={point.id} />
      )}
    </div>
  );
}
