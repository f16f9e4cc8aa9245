import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { progressOf } from '../state/progress';

/** Says how far the plan is; where it goes from here is seen in the graph. */
export const continueCheckNode =
  ({ say }: IPlanPorts) =>
  (state: PlanStateValue): PlanUpdate => {
    say({
      session: state.session,
      type: 'progress',
      progress: progressOf(state)
    });
    return { at: '' };
  };
