import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { PlanInterruptAnswer } from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import { enhancedTask } from '../state/enhanced-task';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';

export const clarificationApprovalNode =
  ({ trans }: IPlanPorts) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => ({
    clarificationAnswer: askOrNone<PlanInterruptAnswer>(config, {
      kind: 'clarification',
      title: trans.__('Some questions first'),
      text: '',
      // The assumptions are listed below the questions.
      task: enhancedTask(state.task, state.answered, []),
      clarity: state.clarity.after,
      questions: state.questions,
      assumptions: state.assumptions,
      past: state.past
    })
  });
