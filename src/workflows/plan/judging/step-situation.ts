import type { IPlanStep } from '../../../contract';

/** How alike two situations must be for the decisions in them to be. */
export const ALIKE_SITUATION = 0.8;

/** A step's card, as behaviour towards it is remembered. */
export function stepSituation(
  { title, reads }: IPlanStep,
  tools: readonly { name: string }[]
): string {
  return [
    reads ? 'reading step' : 'changing step',
    title,
    ...tools.map(({ name }) => name).sort()
  ].join(' ');
}
