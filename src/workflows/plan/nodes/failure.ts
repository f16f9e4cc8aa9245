import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { type PlanInterruptAnswer, failureAnswer } from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import type { IPlanPorts } from '../plan-ports';
import type { PlanStateValue, PlanUpdate } from '../plan-state';
import { openFailure, progressOf, stepsLeft } from '../steps';

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

/**
 * Processes the answer; if nobody answered the card, the plan stops. If the
 * plan may not be made again and no step is left to edit, the card stays.
 */
export const failureFeedbackNode =
  ({ now, settings, trans }: IPlanPorts) =>
  (state: PlanStateValue): PlanUpdate => {
    const { data } = failureAnswer.safeParse(state.failureAnswer);
    const step = openFailure(state);
    const update: PlanUpdate = {
      failureAnswer: null,
      audit: [
        {
          node: `failure ${step?.id ?? ''}`,
          what: data?.action ?? 'none',
          time: now()
        }
      ]
    };
    if (!step) {
      return update;
    }
    const settled = {
      [step.id]: { ...state.outcomes[step.id], settled: true }
    };
    switch (data?.action) {
      case 'again':
        return { ...update, outcomes: { [step.id]: null } };
      case 'skip':
        return { ...update, outcomes: settled };
      case 'change': {
        const planRounds = state.planRounds + 1;
        return planRounds > settings().rounds && stepsLeft(state).length === 0
          ? {
              ...update,
              lines: [
                trans._n(
                  'This has been planned again %1 time, and no step is left to edit. Try “%2” again, skip it or stop the plan.',
                  'This has been planned again %1 times, and no step is left to edit. Try “%2” again, skip it or stop the plan.',
                  settings().rounds,
                  step.title
                )
              ]
            }
          : { ...update, outcomes: settled, feedback: data.words, planRounds };
      }
      default:
        return { ...update, outcomes: settled, stopped: true };
    }
  };
