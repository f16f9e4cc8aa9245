import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { PlanInterruptAnswer } from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import { openFailure } from '../judging/open-failure';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { progressOf } from '../state/progress';

export const failureCardNode =
  ({ trans }: IPlanPorts) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => {
    const step = openFailure(state);
    return step
      ? {
          failureAnswer: askOrNone<PlanInterruptAnswer>(config, {
            kind: 'failure',
            title: trans.__('A step failed'),
            text: '',
            step,
            reason: state.outcomes[step.id].reason,
            percent: progressOf(state).percent
          })
        }
      : {};
  };
