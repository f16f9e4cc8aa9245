import type { IPlanStep } from '../../../contract';

/**
 * How similar two situations must be for their decisions to count as similar.
 */
export const ALIKE_SITUATION = 0.8;

/**
 * The tools that a decision on a step is about: those that its plan names; if
 * it names none, all that fit. If it names only tools that do not exist, there
 * are none.
 */
export function namedTools<T extends { name: string }>(
  step: IPlanStep,
  tools: readonly T[]
): readonly T[] {
  return step.tools.length > 0
    ? tools.filter(({ name }) => step.tools.includes(name))
    : tools;
}

/** Whether the plan of a step names a tool that does not exist. */
export function namesUnknownTool(
  step: IPlanStep,
  tools: readonly { name: string }[]
): boolean {
  return step.tools.some(named => !tools.some(({ name }) => name === named));
}

/** A step's card, in the form in which reactions to it are remembered. */
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
