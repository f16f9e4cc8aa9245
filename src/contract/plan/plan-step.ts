import { z } from 'zod';

/** One step of a plan, as it is shown, edited, kept and run. */
export const planStep = z.strictObject({
  /** Its own in the plan, and never used again for another step. */
  id: z.string().min(1),
  title: z.string().trim().min(1).max(200),
  /** What it will do. */
  does: z.string().trim().max(2000).default(''),
  /** Tools it is likely to need, by name. */
  tools: z.array(z.string().min(1)).max(20).default([]),
  /** Ids of steps before it that it builds on. */
  needs: z.array(z.string()).default([]),
  /** How to tell that it worked. */
  worked: z.string().trim().max(1000).default(''),
  /** It changes nothing. */
  reads: z.boolean().default(false),
  /** It may run at the same time as its neighbours; reading steps alone may. */
  beside: z.boolean().default(false),
  /** False for a step that the person switched off. */
  on: z.boolean().default(true)
});

export type IPlanStep = z.output<typeof planStep>;

/** How much is asked while a plan runs, until it ends. */
export const reviewLevel = z.enum([
  /** Each call by the policy. */
  'cell',
  /** Each step, with its calls as arguments of it. */
  'step',
  /** Nothing but shell, network and files outside. */
  'outside'
]);

export type ReviewLevel = z.output<typeof reviewLevel>;
