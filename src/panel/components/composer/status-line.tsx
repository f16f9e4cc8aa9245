import { useStore } from 'zustand';

import { Glyph } from '../common/glyph';
import { usePanel, usePanelState } from '../common/panel-context';
import { isBusy } from '../../state/is-busy';

/**
 * What is going on, on one line that never moves. It is not read out: the live
 * region says the same, but less often.
 */
export function StatusLine() {
  const store = usePanel();
  usePanelState(state => state.thread);
  usePanelState(isBusy);
  usePanelState(state => state.workspaceRevision);
  const text = useStore(store.live, () => store.status());
  const waits = usePanelState(state => state.thread.pending.length > 0);
  return text === null ? null : (
    <div className="jp-Cellwright-statusLine">
      <span className="jp-Cellwright-status" aria-hidden="true" title={text}>
        <Glyph name={waits ? 'waiting' : 'running'} />
        <span>{text}</span>
      </span>
      <FollowButton />
    </div>
  );
}

function FollowButton() {
  const { follow, services } = usePanel();
  const { trans } = services;
  const isOn = useStore(follow.state, state => state.following === 'on');
  return (
    <button
      type="button"
      className="jp-Cellwright-follow"
      aria-pressed={isOn}
      title={
        isOn
          ? trans.__('The notebook scrolls to the cell at work. Press to stop.')
          : trans.__('The notebook stays where it is. Press to follow.')
      }
      onClick={() => follow.toggle()}
    >
      {trans.__('Following')}
    </button>
  );
}
