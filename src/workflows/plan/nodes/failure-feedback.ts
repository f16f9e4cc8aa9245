import { failureAnswer } from '../../../contract';
import { openFailure } from '../judging/open-failure';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';

/** Takes the answer in; a card that nobody answered stops the plan. */
export const failureFeedbackNode =
  ({ now }: IPlanPorts) =>
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
      case 'change':
        return {
          ...update,
          outcomes: settled,
          feedback: data.words,
          planRounds: state.planRounds + 1
        };
      default:
        return { ...update, outcomes: settled, stopped: true };
    }
  };
