import { z } from 'zod';

/** One step of a plan, as it is shown, edited, stored and run. */
export const planStep = z.strictObject({
  /** Unique in the plan, and never reused for another step. */
  id: z.string().min(1),
  title: z.string().trim().min(1).max(200),
  /** What the step will do. */
  does: z.string().trim().max(2000).default(''),
  /** Names of the tools it is likely to need. */
  tools: z.array(z.string().min(1)).max(20).default([]),
  /** Ids of the earlier steps it builds on. */
  needs: z.array(z.string()).default([]),
  /** How to tell that it worked. */
  worked: z.string().trim().max(1000).default(''),
  /** Whether the step changes nothing. */
  reads: z.boolean().default(false),
  /** Whether it may run in parallel with its neighbours; only reading steps may. */
  beside: z.boolean().default(false),
  /** False if the person switched the step off. */
  on: z.boolean().default(true)
});

export type IPlanStep = z.output<typeof planStep>;

/** How much is asked while a plan runs. */
export const reviewLevel = z.enum([
  /** Each call, according to the policy. */
  'cell',
  /** Each step, with its calls as arguments of it. */
  'step',
  /** Only shell, network and files outside the folder. */
  'outside'
]);

export type ReviewLevel = z.output<typeof reviewLevel>;
