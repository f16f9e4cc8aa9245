import { useEffect, useRef, type ReactNode } from 'react';

import { focusComposer } from '../common/focus-beyond';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused } from '../common/refused';
import { ALL_CARDS } from '../../state/panel-state';
import { Button } from '../common/button';

/** A view in place of the conversation, with a way back. */
export function SideView({
  title,
  children
}: {
  title: string;
  children: ReactNode;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const waiting = usePanelState(state => state.thread.pending.length);
  const refused = usePanelState(state => state.refused[ALL_CARDS]);
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.focus(), []);
  const back = () => {
    if (root.current) {
      focusComposer(root.current);
    }
    store.show('thread');
  };
  return (
    <section
      ref={root}
      className="jp-Cellwright-sideView"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.stopPropagation();
          back();
        }
      }}
    >
      <div className="jp-Cellwright-sideHead">
        <h3>{title}</h3>
        <Button look="link" onClick={back}>
          {waiting > 0
            ? trans._n(
                'Back, %1 decision waiting',
                'Back, %1 decisions waiting',
                waiting
              )
            : trans.__('Back to the conversation')}
        </Button>
      </div>
      <Refused text={waiting > 0 ? refused : null} />
      {children}
    </section>
  );
}
