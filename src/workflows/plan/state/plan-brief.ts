import type { PlanStateValue } from './plan-state';

/** The plan and what came of it so far, in brief, for a model. */
export function planBrief({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>): string {
  return plan
    .filter(({ on }) => on)
    .map(({ id, title }) => {
      const outcome = outcomes[id];
      return outcome && outcome.status !== 'raw'
        ? `${id} ${title}: ${outcome.status}. ${outcome.reason || outcome.short}`
        : `${id} ${title}: to do`;
    })
    .join('\n');
}
