import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { PlanInterruptAnswer } from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { stepAt } from '../state/step-at';

export const stepApprovalNode =
  (_ports: IPlanPorts) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => {
    const step = stepAt(state);
    return {
      stepAnswer: askOrNone<PlanInterruptAnswer>(config, {
        kind: 'step',
        title: step.title,
        text: step.does,
        step,
        tools: state.prepared
      })
    };
  };
