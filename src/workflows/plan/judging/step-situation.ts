import type { IPlanStep } from '../../../contract';

/** How alike two situations must be for the decisions in them to be. */
export const ALIKE_SITUATION = 0.8;

/**
 * The tools that a decision on a step is about: those that its plan names; of a
 * step that names none, all that fit.
 */
export function namedTools<T extends { name: string }>(
  step: IPlanStep,
  tools: readonly T[]
): readonly T[] {
  const named = tools.filter(({ name }) => step.tools.includes(name));
  return named.length > 0 ? named : tools;
}

/** A step's card, as behaviour towards it is remembered. */
export function stepSituation(
  step: IPlanStep,
  tools: readonly { name: string }[]
): string {
  return [
    step.reads ? 'reading step' : 'changing step',
    step.title,
    ...namedTools(step, tools)
      .map(({ name }) => name)
      .sort()
  ].join(' ');
}
