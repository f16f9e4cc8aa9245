import type { IPlanStep } from '../../../contract';
import type { PlanStateValue } from '../state/plan-state';

/**
 * What is done next: one step, or several in a row that only read, may run in
 * parallel and do not build on each other. Empty if all is done.
 */
export function nextSteps({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>): IPlanStep[] {
  const left = plan.filter(({ id, on }) => on && !(id in outcomes));
  const open = new Set(left.map(({ id }) => id));
  const isBeside = (step: IPlanStep): boolean =>
    step.beside && step.reads && !step.needs.some(id => open.has(id));
  const end = left.findIndex(step => !isBeside(step));
  const together = end < 0 ? left : left.slice(0, end);
  return together.length > 1 ? together : left.slice(0, 1);
}
