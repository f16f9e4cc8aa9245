import { z } from 'zod';

/** Fields shared by every kind of interrupt. */
export const INTERRUPT_BASE = {
  /** Unique, and the same each time the node runs again. */
  interrupt_id: z.string().min(1),
  /** The node that asks. */
  node_ref: z.string().min(1),
  /** The tool call or plan step it belongs to. */
  step_id: z.string().min(1),
  /** Two to five words. */
  title: z.string().trim().min(1),
  /** One or two sentences. */
  text: z.string().default(''),
  /** ms; it waits forever if absent. */
  timeout: z.number().positive().optional(),
  /** After that time: the answer is `default`, or the interrupt is cancelled. */
  on_timeout: z.enum(['cancel', 'default']).optional()
};
