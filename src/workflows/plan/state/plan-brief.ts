import type { PlanStateValue } from './plan-state';

/**
 * The plan and its results so far, in brief, for a model; it goes into an
 * envelope as data.
 *
 * @param isWhole whether the remaining steps are described in full.
 */
export function planBrief(
  { plan, outcomes }: Pick<PlanStateValue, 'plan' | 'outcomes'>,
  isWhole = false
): string {
  return plan
    .filter(({ on }) => on)
    .map(({ id, title, does }) => {
      const outcome = outcomes[id];
      return outcome && outcome.status !== 'raw'
        ? `${id} ${title}: ${outcome.status}. ${outcome.reason || outcome.short}`
        : `${id} ${title}: to do${isWhole && does ? `. ${does}` : ''}`;
    })
    .join('\n');
}
