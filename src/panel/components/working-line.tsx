import { useStore } from 'zustand';

import { Glyph } from './glyph';
import { usePanel, usePanelState } from './panel-context';

/** What goes on before there is a message or a call to show. */
export function WorkingLine() {
  const store = usePanel();
  const { trans } = store.services;
  const busy = usePanelState(
    ({ thread, outgoing }) => thread.run !== null || outgoing.length > 0
  );
  const waiting = usePanelState(state => state.thread.pending.length > 0);
  const running = usePanelState(({ thread }) => {
    const last = thread.items[thread.order[thread.order.length - 1]];
    return last?.kind === 'call' && last.state === 'running';
  });
  const retry = usePanelState(state => state.thread.retry);
  const draft = useStore(store.live, state => state.draft);
  const streaming = useStore(store.live, state => state.text !== '');
  if (!busy || waiting) {
    return null;
  }
  if (retry) {
    return (
      <div className="jp-Cellwright-notice">
        {retry.error.title}{' '}
        {retry.wait >= 1000
          ? trans.__('Trying again in %1 s.', Math.round(retry.wait / 1000))
          : trans.__('Trying again.')}
      </div>
    );
  }
  if (!draft && (streaming || running)) {
    return null;
  }
  return (
    <div className="jp-Cellwright-line jp-mod-working" aria-hidden="true">
      <span className="jp-Cellwright-lineToggle">
        <Glyph name="running" />
      </span>
      <span className="jp-Cellwright-lineText">
        {draft
          ? trans.__(
              'Writing the next step (%1 characters)',
              draft.characters.toLocaleString()
            )
          : trans.__('Thinking')}
      </span>
    </div>
  );
}
