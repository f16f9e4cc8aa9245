import { useRef } from 'react';

import type { IFollowingCall } from '../../../contract';
import { ALL_CARDS, type IPanelState } from '../../state/panel-state';
import { CARD_ATTRIBUTE, DECIDES } from '../../trust/is-persons-event';
import { useWatched } from '../../trust/watch-card';
import { usePanel, usePanelState } from '../common/panel-context';
import { decisionsOf } from '../../actions/decisions';
import { Refused } from '../common/refused';
import { Sentence } from '../common/sentence';
import { ReasonField } from './reason-field';
import { TurnRuleOption } from './turn-rule-option';
import { Button } from '../common/button';

const NONE: readonly IFollowingCall[] = [];

/**
 * Shown above cards that are not the only ones of their step: how many are
 * waiting, what follows them, and one answer for all.
 */
export function DecisionsHead() {
  const store = usePanel();
  const { trans } = store.services;
  const count = usePanelState(state => state.thread.pending.length);
  const idle = usePanelState(
    ({ thread, opening }) => thread.pending.length === 0 || opening !== null
  );
  const root = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  // The group itself has no box, so that its line sticks to the thread.
  useWatched(root, usePanelState(hashes), line);
  const following = usePanelState(
    state => state.thread.review?.following ?? NONE
  );
  const path = usePanelState(state => state.thread.path);
  const rejecting = usePanelState(state => ALL_CARDS in state.rejecting);
  const refused = usePanelState(state => state.refused[ALL_CARDS]);
  return (
    <div
      ref={root}
      {...{ [CARD_ATTRIBUTE]: ALL_CARDS }}
      className="jp-Cellwright-decisions"
      role="group"
      aria-label={trans.__('All decisions')}
    >
      <div ref={line} className="jp-Cellwright-decisionsLine">
        <strong>{trans._n('%1 decision', '%1 decisions', count)}</strong>
        {following.length > 0 ? (
          <span className="jp-Cellwright-following">
            <Sentence
              text={trans.__(
                'then: %1',
                following.map(({ title }) => title).join(', ')
              )}
              path={path}
            />
          </span>
        ) : null}
        <button
          type="button"
          className="jp-Cellwright-button jp-mod-quiet"
          disabled={idle}
          onClick={() => decisionsOf(store).setReason(ALL_CARDS, '')}
        >
          {trans.__('Reject all')}
        </button>
        <Button
          {...DECIDES}
          disabled={idle}
          onClick={event =>
            void decisionsOf(store).approveAll(event.nativeEvent)
          }
        >
          {trans.__('Approve all')}
        </Button>
      </div>
      <Refused text={refused} />
      {rejecting ? (
        <ReasonField
          name={ALL_CARDS}
          label={trans.__('Reason for all rejections')}
          disabled={idle}
          onSend={reason => decisionsOf(store).rejectAll(reason)}
          onBack={() => decisionsOf(store).closeReason(ALL_CARDS)}
        />
      ) : null}
      <TurnRuleOption />
    </div>
  );
}

/** What its cards show; the same while some of them are decided. */
function hashes({ thread: { review, items } }: IPanelState): string {
  return (review?.callIds ?? [])
    .map(id => {
      const item = items[id];
      return item?.kind === 'call' ? item.review?.card.hash : id;
    })
    .join();
}
