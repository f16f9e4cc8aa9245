import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { askPerson } from '../../../engine/graph-interrupts/ask-person';
import { overCeiling } from '../judging/over-ceiling';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { progressOf } from '../state/progress';

/** How much more the card offers, as multiples of the limit. */
const MORE = [1, 2, 5];

/**
 * Shows a card when a limit of the plan is used up: the person grants so much
 * more, or ends the plan. If nobody answers, the plan ends.
 */
export const ceilingCardNode =
  (ports: IPlanPorts) =>
  async (
    state: PlanStateValue,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    const { trans } = ports;
    const { ceiling } = ports.settings();
    const spent = await ports.spent();
    const what = overCeiling(state, { ceiling }, spent);
    if (what === null) {
      // The limit was raised while the card waited.
      return {};
    }
    const most = ceiling[what] ?? 0;
    const text = (amount: number): string =>
      what === 'tokens'
        ? trans.__('%1 tokens', Math.round(amount).toLocaleString('en'))
        : trans.__('%1 in your currency', amount.toFixed(2));
    const { done, total } = progressOf(state);
    const answer = askPerson(config.configurable, {
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
    const more = 'chosen' in answer ? Number(answer.chosen[0]) : NaN;
    const audit = (done: string): PlanUpdate => ({
      audit: [{ node: 'ceiling', what: done, time: ports.now() }]
    });
    return Number.isNaN(more)
      ? { ...audit('stop'), stopped: true }
      : {
          ...audit(`${more} more`),
          // On top of what was spent by then.
          granted: { ...state.granted, [what]: spent[what] + more * most }
        };
  };
