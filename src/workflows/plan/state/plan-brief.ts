import type { PlanStateValue } from './plan-state';

/**
 * The plan and what came of it so far, in brief, for a model: data, for an
 * envelope.
 *
 * @param isWhole with what each step that is to do does.
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
