import { TURN_EFFECTS, type Effect } from '../../contract';
import type { IPanelState } from '../state/panel-state';
import { effectName } from '../text/effect-name';
import { usePanel, usePanelState } from '../components/common/panel-context';
import { Button } from '../components/common/button';
import { rulesOf } from '../actions/rules';
import { visibleName } from '../render/visible-text';

/** Whether it is none of those that the rest of a turn covers. */
const isMore = (effect: Effect): boolean => !TURN_EFFECTS.includes(effect);

/** Whether more passes in this turn than the rest of a turn covers. */
export const allowsMore = ({ thread }: IPanelState): boolean =>
  thread.turnTools.length > 0 || thread.turnEffects.some(isMore);

/** While the rule is on, shows it, with a button to end it. */
export function TurnRuleStatus() {
  const store = usePanel();
  const { trans } = store.services;
  const effects = usePanelState(state => state.thread.turnEffects);
  const tools = usePanelState(state => state.thread.turnTools);
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
        onClick={event => rulesOf(store).setTurnRule(false, event.nativeEvent)}
      >
        {trans.__('Stop approving')}
      </Button>
    </div>
  );
}
