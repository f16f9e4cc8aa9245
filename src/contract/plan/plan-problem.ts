import { MOST_STEPS } from './most-steps';
import type { IPlanStep } from './plan-step';

/** Why a list of steps is not a valid plan. */
export type PlanProblem =
  | { why: 'empty' | 'long' }
  | { why: 'twice' | 'order' | 'beside'; step: IPlanStep };

/**
 * Checks what the schema of a single step cannot: that ids are unique, that a
 * step only builds on earlier ones, and that only reading steps run in
 * parallel.
 */
export function planProblem(steps: readonly IPlanStep[]): PlanProblem | null {
  if (steps.length === 0) {
    return { why: 'empty' };
  }
  if (steps.length > MOST_STEPS) {
    return { why: 'long' };
  }
  const before = new Set<string>();
  for (const step of steps) {
    if (before.has(step.id)) {
      return { why: 'twice', step };
    }
    if (!step.needs.every(id => before.has(id))) {
      return { why: 'order', step };
    }
    if (step.beside && !step.reads) {
      return { why: 'beside', step };
    }
    before.add(step.id);
  }
  return null;
}
