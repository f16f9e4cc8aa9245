import { useRef } from 'react';

import { TURN_EFFECTS, type Effect } from '../../contract';
import { Rules } from '../actions/rules';
import { usePanel, usePanelState } from '../components/common/panel-context';
import { Refused } from '../components/common/notice';
import { Sentence } from '../components/common/sentence';
import { Switch, Button } from '../components/common/button';
import { ALL_CARDS, type IPanelState } from '../state/panel-state';
import { CARD_ATTRIBUTE, useWatched } from '../trust/is-persons-event';
import { Actions } from './actions';
import { useAsked } from './answer';
import { askedIn, shownBy } from './asked';
import { effectName } from '../text/effect-name';
import { visibleName } from '../render/visible-text';

/**
 * Shown above cards that are not the only ones of their step: how many are
 * waiting, what follows them, and one answer for all.
 */
export function DecisionsHead() {
  const { store, trans } = usePanel();
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
  const { card, perform } = state;
  const following = thread.review?.following ?? [];
  return (
    <div
      ref={root}
      {...{ [CARD_ATTRIBUTE]: ALL_CARDS }}
      className="jp-Cellwright-decisions"
      role="group"
      aria-label={trans.__('All decisions')}
      onKeyDownCapture={event => state.onKeyDown(event, null, perform)}
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
        <Actions
          {...state}
          actions={card.actions}
          first={null}
          press={perform}
        />
      </div>
      <Refused text={state.refused} />
      <Switch
        on={thread.turnRule !== null}
        onToggle={({ nativeEvent }) =>
          new Rules(store).setTurnRule(thread.turnRule === null, nativeEvent)
        }
      >
        {trans.__('Approve the rest of this turn')}
      </Switch>
    </div>
  );
}

/** Whether it is none of those that the rest of a turn covers. */
const isMore = (effect: Effect): boolean => !TURN_EFFECTS.includes(effect);

/** Whether more passes in this turn than the rest of a turn covers. */
export const allowsMore = ({ thread: { turnRule } }: IPanelState): boolean =>
  turnRule !== null &&
  (turnRule.tools.length > 0 || turnRule.effects.some(isMore));

/** While the rule is on, shows it, with a button to end it. */
export function TurnRuleStatus() {
  const { store, trans } = usePanel();
  const rule = usePanelState(state => state.thread.turnRule);
  const { effects, tools } = rule ?? { effects: [], tools: [] };
  const level = usePanelState(({ thread }) => {
    const plan = thread.plan === null ? undefined : thread.items[thread.plan];
    return plan?.kind === 'plan' && plan.outcome === null ? plan.level : 'cell';
  });
  const all = TURN_EFFECTS.every(one => effects.includes(one));
  const more = usePanelState(allowsMore);
  // The plan says the same in its own words.
  if (level !== 'cell' && !more) {
    return null;
  }
  const shown = level === 'cell' || !all ? effects : effects.filter(isMore);
  const names = [
    ...shown.map(one => effectName(one, trans)),
    ...tools.map(visibleName)
  ];
  return (
    <div className="jp-Cellwright-turnRule">
      <span>
        {!more && (all || names.length === 0)
          ? trans.__(
              'Asking only for shell commands, network tools and files outside the notebook’s folder for the rest of this turn.'
            )
          : trans.__(
              'Approving for the rest of this turn: %1.',
              names.join(', ')
            )}
      </span>
      <Button
        look="link"
        onClick={event =>
          new Rules(store).setTurnRule(false, event.nativeEvent)
        }
      >
        {trans.__('Stop approving')}
      </Button>
    </div>
  );
}
