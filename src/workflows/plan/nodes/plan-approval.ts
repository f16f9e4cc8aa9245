import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { PlanInterruptAnswer } from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { stepsLeft } from '../state/steps-left';

export const planApprovalNode =
  ({ trans }: IPlanPorts) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => ({
    planAnswer: askOrNone<PlanInterruptAnswer>(config, {
      kind: 'plan',
      title: trans.__('The plan'),
      text: '',
      // Steps that are done can no longer be changed.
      steps: stepsLeft(state),
      patterns: state.patterns,
      hasFirst: state.firstPlan !== null,
      level: state.level
    })
  });
