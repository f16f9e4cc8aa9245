import { useRef } from 'react';

import {
  answersOnEnter,
  answerTyped,
  questionFor,
  refusedBy,
  rejectTyped,
  typingFor
} from '../../actions/typed-answer';
import { shownBy } from '../../card/answer';
import { ALL_CARDS } from '../../state/panel-state';
import { CARD_ATTRIBUTE, DECIDES } from '../../trust/is-persons-event';
import { useWatched } from '../../trust/watch-card';
import { focusComposer } from '../common/focus-beyond';
import { usePanel, usePanelState } from '../common/panel-context';

/** What can be done with typed words while a card is open. */
export function TypedActions() {
  const store = usePanel();
  const { trans } = store.services;
  const what = usePanelState(typingFor);
  const card = usePanelState(state => questionFor(state) ?? refusedBy(state));
  const root = useRef<HTMLDivElement>(null);
  useWatched(
    root,
    usePanelState(state => card && shownBy(state, card))
  );
  const answers = usePanelState(answersOnEnter);
  const several = usePanelState(state => state.thread.pending.length > 1);
  if (what === null) {
    return null;
  }
  const enter = <kbd aria-hidden="true">⏎</kbd>;
  return (
    <div
      ref={root}
      className="jp-Cellwright-typed"
      {...(card === null ? {} : { [CARD_ATTRIBUTE]: card })}
    >
      {what === 'answer' ? (
        <button
          {...DECIDES}
          type="button"
          className="jp-Cellwright-button jp-mod-small"
          onClick={({ currentTarget, nativeEvent }) => {
            if (answerTyped(store, nativeEvent)) {
              focusComposer(currentTarget);
            }
          }}
        >
          {trans.__('Answer with this')}
          {answers ? enter : null}
        </button>
      ) : (
        <button
          {...DECIDES}
          type="button"
          className="jp-Cellwright-button jp-mod-small"
          onClick={({ currentTarget, nativeEvent }) => {
            if (rejectTyped(store, nativeEvent)) {
              focusComposer(currentTarget);
            }
          }}
        >
          {what === 'change'
            ? trans.__('Change it with this')
            : several && card === ALL_CARDS
              ? trans.__('Reject all with this')
              : trans.__('Reject with this')}
        </button>
      )}
      <button
        type="button"
        className="jp-Cellwright-button jp-mod-small"
        onClick={({ currentTarget }) => {
          focusComposer(currentTarget);
          store.composing.send();
        }}
      >
        {trans.__('Say it after')}
        {answers ? null : enter}
      </button>
    </div>
  );
}
