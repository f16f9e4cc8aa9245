import { z } from 'zod';

import type { PlanStateValue } from './plan-state';

const progress = z
  .strictObject({
    total: z.number().int().nonnegative(),
    done: z.number().int().nonnegative(),
    succeeded: z.number().int().nonnegative(),
    failed: z.number().int().nonnegative(),
    skipped: z.number().int().nonnegative(),
    validated: z.number().int().nonnegative(),
    percent: z.number().min(0).max(100)
  })
  .refine(
    ({ total, done, succeeded, failed, skipped, validated }) =>
      succeeded + failed + skipped <= total &&
      done >= succeeded + skipped &&
      done <= succeeded + failed + skipped &&
      validated <= succeeded,
    'The numbers of a progress do not add up.'
  );

export type IProgress = z.output<typeof progress>;

/**
 * The progress of a plan. A failed step does not count in any percentage; it is
 * over only once the person has answered for it.
 *
 * @throws if the numbers do not add up: a defect.
 */
export function progressOf({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>): IProgress {
  const steps = plan.filter(({ on }) => on);
  const of = (status: string) =>
    steps.filter(({ id }) => outcomes[id]?.status === status);
  const [succeeded, failed, skipped] = ['succeeded', 'failed', 'skipped'].map(
    of
  );
  return progress.parse({
    total: steps.length,
    done:
      succeeded.length +
      skipped.length +
      failed.filter(({ id }) => outcomes[id].settled).length,
    succeeded: succeeded.length,
    failed: failed.length,
    skipped: skipped.length,
    validated: succeeded.filter(
      ({ id, worked }) => worked !== '' && outcomes[id].judged
    ).length,
    percent:
      steps.length === 0
        ? 100
        : Math.round((100 * succeeded.length) / steps.length)
  });
}
