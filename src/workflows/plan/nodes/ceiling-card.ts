import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { IAgentSettings } from '../../../contract';
import { askCard } from '../../../engine/interrupts/ask-person';
import type { ISpent, IWorkflowHost } from '../../../engine/workflows/workflow';
import {
  progressOf,
  type PlanStateValue,
  type PlanUpdate
} from '../plan-state';

/** The settings that limit what a plan may use; 0 is no limit. */
const LIMITS = { tokens: 'mostTokens', cost: 'mostCost' } as const;

/** How much more the card offers, as multiples of the limit. */
const MORE = [1, 2, 5];

/**
 * Shows a card when a limit of the plan is used up: the person grants so much
 * more, or ends the plan. If nobody answers, the plan ends.
 */
export const ceilingCardNode =
  (host: IWorkflowHost) =>
  async (
    state: PlanStateValue,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    const { settings, trans } = host.run.options;
    const spent = await host.spent();
    const what = overCeiling(state, settings().plan, spent);
    if (what === null) {
      // The limit was raised while the card waited.
      return {};
    }
    const most = settings().plan[LIMITS[what]];
    const text = (amount: number): string =>
      what === 'tokens'
        ? trans.__('%1 tokens', Math.round(amount).toLocaleString('en'))
        : trans.__('%1 in your currency', amount.toFixed(2));
    const { done, total } = progressOf(state);
    const answer = askCard(config, {
      kind: 'option',
      title: trans.__('This plan has reached its limit'),
      text: trans.__(
        '%1 of %2 steps are done. The plan has used %3; its limit is %4.',
        done,
        total,
        text(spent[what]),
        text(Math.max(most, state.granted[what]))
      ),
      options: [
        ...MORE.map(more => ({
          value: `${more}`,
          label: trans.__('Go on with %1 more', text(more * most))
        })),
        { value: 'stop', label: trans.__('Stop, and sum up what was done') }
      ],
      other: false
    });
    const more = Number(answer?.chosen[0] ?? NaN);
    return Number.isNaN(more)
      ? { stopped: true }
      : {
          // On top of what was spent by then.
          granted: { ...state.granted, [what]: spent[what] + more * most }
        };
  };

/**
 * Which limit a plan has used up, tokens or cost, including what the person has
 * granted beyond it; null if something is left, or no limit is set.
 */
export function overCeiling(
  { granted }: Pick<PlanStateValue, 'granted'>,
  limits: Pick<IAgentSettings['plan'], 'mostTokens' | 'mostCost'>,
  spent: ISpent
): 'tokens' | 'cost' | null {
  const isOver = (what: 'tokens' | 'cost'): boolean => {
    const most = limits[LIMITS[what]];
    return most > 0 && spent[what] >= Math.max(most, granted[what]);
  };
  return isOver('tokens') ? 'tokens' : isOver('cost') ? 'cost' : null;
}
