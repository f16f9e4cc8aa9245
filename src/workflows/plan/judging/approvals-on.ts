import type { IPlanSettings } from '../../../contract';

/** Which cards come: all three if all are wanted and each is off. */
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
