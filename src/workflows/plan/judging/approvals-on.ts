import type { IPlanSettings } from '../../../contract';

/**
 * Which cards are shown: if the master switch is on and each single one is off,
 * all three are.
 */
export function approvalsOn({ approvals }: IPlanSettings): {
  clarification: boolean;
  plan: boolean;
  step: boolean;
} {
  const { all, clarification, plan, step } = approvals;
  const none = !clarification && !plan && !step;
  return all && none
    ? { clarification: true, plan: true, step: true }
    : { clarification, plan, step };
}
