import type { IPlanSettings, ReviewLevel } from '../../contract';

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

/** Whether each step has a card, because of the settings or for this plan. */
export function stepCards(
  settings: IPlanSettings,
  level: ReviewLevel
): boolean {
  return approvalsOn(settings).step || level === 'step';
}
