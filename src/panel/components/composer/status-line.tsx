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
    <div className="jp-Cellwright-status" aria-hidden="true" title={text}>
      <Glyph name={waits ? 'waiting' : 'running'} />
      <span>{text}</span>
    </div>
  );
}
