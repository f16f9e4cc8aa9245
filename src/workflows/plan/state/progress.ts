import { z } from 'zod';

import type { PlanStateValue } from './plan-state';

const progress = z
  .strictObject({
    total: z.number().int().nonnegative(),
    done: z.number().int().nonnegative(),
    succeeded: z.number().int().nonnegative(),
    failed: z.number().int().nonnegative(),
    skipped: z.number().int().nonnegative(),
    percent: z.number().min(0).max(100)
  })
  .refine(
    ({ total, done, succeeded, failed, skipped }) =>
      done === succeeded + failed + skipped && done <= total,
    'The numbers of a progress do not add up.'
  );

export type IProgress = z.output<typeof progress>;

/** How far the plan is. @throws where the numbers do not add up: a defect. */
export function progressOf({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>): IProgress {
  const steps = plan.filter(({ on }) => on);
  const count = (status: string): number =>
    steps.filter(({ id }) => outcomes[id]?.status === status).length;
  const [succeeded, failed, skipped] = ['succeeded', 'failed', 'skipped'].map(
    count
  );
  const done = succeeded + failed + skipped;
  return progress.parse({
    total: steps.length,
    done,
    succeeded,
    failed,
    skipped,
    percent: steps.length === 0 ? 100 : Math.round((100 * done) / steps.length)
  });
}
