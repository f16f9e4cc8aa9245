import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { askPlan } from '../state/ask-plan';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';

export const clarificationApprovalNode =
  ({ trans }: IPlanPorts) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => ({
    clarificationAnswer: askPlan(config, {
      kind: 'clarification',
      title: trans.__('Some questions first'),
      text: '',
      task: state.enhanced,
      clarity: state.clarity.after,
      questions: state.questions,
      assumptions: state.assumptions,
      past: state.past
    })
  });
