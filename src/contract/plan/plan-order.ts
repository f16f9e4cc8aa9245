import { z } from 'zod';

import { planStep } from './plan-step';

/** What a message to plan mode asks for besides its words. */
export const planOrder = z.union([
  /** A plan from before, on something else: what differs is asked first. */
  z.strictObject({
    again: z.strictObject({
      task: z.string().trim().min(1),
      steps: z.array(planStep).min(1)
    })
  }),
  /** What a plan came to, as a Markdown cell. */
  z.strictObject({
    cell: z.strictObject({
      /** Names cells in square brackets. */
      markdown: z.string().trim().min(1),
      /** Ids of the cells that it may name. */
      cells: z.array(z.string())
    })
  })
]);

export type IPlanOrder = z.output<typeof planOrder>;
