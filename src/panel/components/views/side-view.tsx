import { useEffect, useRef, type ReactNode } from 'react';

import { focusComposer } from '../common/focus-beyond';
import { onEscape } from '../common/on-escape';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused } from '../common/refused';
import { ALL_CARDS } from '../../state/panel-state';

/** A page that covers the conversation, with a way back. */
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
  const name =
    waiting > 0
      ? trans._n(
          'Back, %1 decision waiting',
          'Back, %1 decisions waiting',
          waiting
        )
      : trans.__('Back to the conversation');
  const back = () => {
    store.show('thread');
    if (root.current) {
      focusComposer(root.current);
    }
  };
  return (
    <section
      ref={root}
      className="jp-Cellwright-sideView"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={onEscape(back)}
    >
      <div className="jp-Cellwright-sideHead">
        <button
          type="button"
          className="jp-Cellwright-iconButton"
          aria-label={name}
          title={name}
          onClick={back}
        >
          <span aria-hidden="true">←</span>
        </button>
        <h3>{title}</h3>
        {waiting > 0 ? (
          <span className="jp-Cellwright-tag jp-mod-waits" aria-hidden="true">
            {trans.__('waiting for you')}
          </span>
        ) : null}
      </div>
      <Refused text={waiting > 0 ? refused : null} />
      {children}
    </section>
  );
}

/** Focuses the page itself, where the focused element is about to disappear. */
export function focusPage(from: Element | null): void {
  from
    ?.closest<HTMLElement>('.jp-Cellwright-sideView')
    ?.focus({ preventScroll: true });
}
