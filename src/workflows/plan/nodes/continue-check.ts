import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { progressOf } from '../state/progress';

/**
 * Reports the progress of the plan; the graph's edges decide how it continues.
 */
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
