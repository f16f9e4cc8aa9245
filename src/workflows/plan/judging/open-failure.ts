import type { IPlanStep } from '../../../contract';
import type { PlanStateValue } from '../state/plan-state';

/** The first failed step that the person has not answered for yet. */
export function openFailure({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>): IPlanStep | undefined {
  return plan.find(
    ({ id }) => outcomes[id]?.status === 'failed' && !outcomes[id].settled
  );
}
