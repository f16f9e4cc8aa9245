import { useRef } from 'react';

import type { IFollowingCall } from '../../contract';
import { rulesOf } from '../actions/rules';
import { usePanel, usePanelState } from '../components/common/panel-context';
import { Refused } from '../components/common/refused';
import { Sentence } from '../components/common/sentence';
import { Switch } from '../components/common/switch';
import { ALL_CARDS } from '../state/panel-state';
import { CARD_ATTRIBUTE } from '../trust/is-persons-event';
import { useWatched } from '../trust/watch-card';
import { Actions } from './actions';
import { askedIn, shownBy } from './answer';
import { useAsked } from './use-asked';

const NONE: readonly IFollowingCall[] = [];

/**
 * Shown above cards that are not the only ones of their step: how many are
 * waiting, what follows them, and one answer for all.
 */
export function DecisionsHead() {
  const store = usePanel();
  const { trans } = store.services;
  const thread = usePanelState(state => state.thread);
  const root = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const asked = askedIn(store.main.getState(), ALL_CARDS);
  const state = useAsked(ALL_CARDS, asked, root);
  // The group itself has no box, so that its line sticks to the thread.
  useWatched(root, state && shownBy(store.main.getState(), ALL_CARDS), line);
  if (!state) {
    return null;
  }
  const { card, send } = state;
  const following = thread.review?.following ?? NONE;
  return (
    <div
      ref={root}
      {...{ [CARD_ATTRIBUTE]: ALL_CARDS }}
      className="jp-Cellwright-decisions"
      role="group"
      aria-label={trans.__('All decisions')}
      onKeyDownCapture={event => state.onKeyDown(event, null, send)}
    >
      <div ref={line} className="jp-Cellwright-decisionsLine">
        <strong>{card.title}</strong>
        {following.length > 0 ? (
          <span className="jp-Cellwright-following">
            <Sentence
              text={trans.__(
                'then: %1',
                following.map(({ title }) => title).join(', ')
              )}
              path={thread.path}
            />
          </span>
        ) : null}
        <Actions {...state} actions={card.actions} first={null} press={send} />
      </div>
      <Refused text={state.refused} />
      <Switch
        on={thread.turnRule}
        onToggle={({ nativeEvent }) =>
          rulesOf(store).setTurnRule(!thread.turnRule, nativeEvent)
        }
      >
        {trans.__('Approve the rest of this turn')}
      </Switch>
    </div>
  );
}
