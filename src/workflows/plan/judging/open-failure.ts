import type { IPlanStep } from '../../../contract';
import type { PlanStateValue } from '../state/plan-state';

/** The first step that failed and that nobody has answered for. */
export function openFailure({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>): IPlanStep | undefined {
  return plan.find(
    ({ id }) => outcomes[id]?.status === 'failed' && !outcomes[id].settled
  );
}
