import type { IPlanStep } from '../../../contract';
import type { PlanStateValue } from './plan-state';

/**
 * The steps that can still be changed, as a plan of their own. References to
 * steps that are done are dropped, since those are finished.
 */
export function stepsLeft({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>): IPlanStep[] {
  return plan
    .filter(({ id }) => !(id in outcomes))
    .map(step => ({
      ...step,
      needs: step.needs.filter(id => !(id in outcomes))
    }));
}
