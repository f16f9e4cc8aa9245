import { z } from 'zod';

import { planStep } from './plan-step';

/** What a message to plan mode asks for besides its text. */
export const planOrder = z.union([
  /** An earlier plan, applied to something else: differences are asked about first. */
  z.strictObject({
    again: z.strictObject({
      task: z.string().trim().min(1),
      steps: z.array(planStep).min(1)
    })
  }),
  /** Writes a plan's summary to the notebook as a Markdown cell. */
  z.strictObject({
    cell: z.strictObject({
      /** Mentions cells in square brackets. */
      markdown: z.string().trim().min(1),
      /** Ids of the cells it may mention. */
      cells: z.array(z.string())
    })
  })
]);

export type IPlanOrder = z.output<typeof planOrder>;
