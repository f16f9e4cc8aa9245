import type { IPlanItem } from './thread-items';

/** Progress of a plan. Steps that are switched off do not count. */
export function planCounts({
  steps,
  states
}: Pick<IPlanItem, 'steps' | 'states'>) {
  const of = steps.filter(({ on }) => on);
  const count = (state: string): number =>
    of.filter(({ id }) => states[id]?.state === state).length;
  const [succeeded, failed, skipped] = ['succeeded', 'failed', 'skipped'].map(
    count
  );
  return { total: of.length, succeeded, failed, skipped };
}
