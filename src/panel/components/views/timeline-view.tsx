import { useEffect } from 'react';
import { useStore } from 'zustand';

import type { ICheckpointInfo } from '../../../contract';
import { timelineOf } from '../../stores/timeline';
import { visibleText } from '../../render/visible-text';
import { whenText } from '../../text/when-text';
import { focusComposer } from '../common/focus-beyond';
import { Checkpoint, Differences } from '../thread/checkpoint';
import { usePanel, usePanelState } from '../common/panel-context';
import { plainSentence } from '../../text/announcement';
import { Sentence } from '../common/sentence';
import { SideView } from './side-view';
import { Button } from '../common/button';
import { isBusy } from '../../state/is-busy';

/** The checkpoints of this conversation, newest first. */
export function TimelineView() {
  const store = usePanel();
  const { trans } = store.services;
  const timeline = timelineOf(store);
  const points = useStore(timeline.state, state => state.points);
  const problem = useStore(timeline.state, state => state.problem);
  const threadId = usePanelState(state => state.threadId);
  const branch = usePanelState(state => state.record?.branch);
  const running = usePanelState(state => state.thread.run !== null);
  // Loads again when a run has ended or another branch is shown.
  useEffect(() => void timeline.load(), [timeline, threadId, branch, running]);
  return (
    <SideView title={trans.__('Timeline')}>
      {problem ? (
        <p className="jp-Cellwright-notice" role="alert">
          {visibleText(problem)}
        </p>
      ) : null}
      {points === null && !problem ? (
        <p className="jp-Cellwright-hint" role="status">
          {trans.__('Loading')}
        </p>
      ) : points?.length === 0 ? (
        <p className="jp-Cellwright-hint">
          {trans.__('Nothing has happened in this conversation yet.')}
        </p>
      ) : null}
      <ol
        className="jp-Cellwright-points"
        aria-label={trans.__('Points in the conversation')}
      >
        {(points ?? []).map(point => (
          <Point key={`${point.branch} ${point.id}`} point={point} />
        ))}
      </ol>
    </SideView>
  );
}

function Point({ point }: { point: ICheckpointInfo }) {
  const store = usePanel();
  const { trans } = store.services;
  const timeline = timelineOf(store);
  const open = useStore(timeline.state, state => state.open === point.id);
  const path = usePanelState(state => state.thread.path);
  const branches = usePanelState(state => state.record?.branches);
  const version = branches?.findIndex(({ id }) => id === point.branch) ?? -1;
  return (
    <li>
      <button
        type="button"
        className="jp-Cellwright-debugLine"
        aria-expanded={open}
        onClick={() => void timeline.toggle(point.id)}
      >
        <span className="jp-Cellwright-lineText">
          <Sentence text={point.title} path={path} linked={false} />
        </span>
        {branches && branches.length > 1 && version >= 0 ? (
          <span className="jp-Cellwright-tag">
            {trans.__('version %1', version + 1)}
          </span>
        ) : null}
        <span className="jp-Cellwright-time">{whenText(point.time)}</span>
      </button>
      {open ? <Opened point={point} /> : null}
    </li>
  );
}

function Opened({ point }: { point: ICheckpointInfo }) {
  const store = usePanel();
  const { trans } = store.services;
  const timeline = timelineOf(store);
  const { points, view, other, differences } = useStore(timeline.state);
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
          value={other ?? ''}
          onChange={event => void timeline.compare(event.target.value || null)}
        >
          <option value="">{trans.__('Compare with …')}</option>
          {(points ?? [])
            .filter(one => one.id !== point.id)
            .map(one => (
              <option key={`${one.branch} ${one.id}`} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
        </select>
      </div>
      {other !== null ? (
        <Differences differences={differences} />
      ) : (
        <Checkpoint view={view} />
      )}
    </div>
  );
}
