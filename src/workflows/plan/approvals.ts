import type { IAgentSettings, ReviewLevel } from '../../contract';

/**
 * Which cards are shown: if the master switch is on and each single one is off,
 * all three are.
 */
export function approvalsOn({
  askAll,
  askQuestions,
  askPlan,
  askStep
}: IAgentSettings['plan']) {
  const all = askAll && !askQuestions && !askPlan && !askStep;
  return {
    clarification: all || askQuestions,
    plan: all || askPlan,
    step: all || askStep
  };
}

/** Whether each step has a card, because of the settings or for this plan. */
export function stepCards(
  settings: IAgentSettings['plan'],
  level: ReviewLevel
): boolean {
  return approvalsOn(settings).step || level === 'step';
}
