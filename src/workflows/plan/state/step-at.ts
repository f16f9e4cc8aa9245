import type { IPlanStep } from '../../../contract';
import type { PlanStateValue } from './plan-state';

/**
 * The current step.
 *
 * @throws if there is none: a defect.
 */
export function stepAt({
  plan,
  at
}: Pick<PlanStateValue, 'plan' | 'at'>): IPlanStep {
  const step = plan.find(({ id }) => id === at);
  if (!step) {
    throw new Error(`The plan has no step “${at}”.`);
  }
  return step;
}
