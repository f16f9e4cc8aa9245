import type { IPlanStep } from '../contract';

/** A step of a plan, as a spec needs it. */
export function planStep(
  id: string,
  change: Partial<IPlanStep> = {}
): IPlanStep {
  return {
    id,
    title: `Title ${id}`,
    does: '',
    tools: [],
    needs: [],
    worked: '',
    reads: false,
    beside: false,
    on: true,
    ...change
  };
}
