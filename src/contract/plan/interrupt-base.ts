import { z } from 'zod';

/** What every kind of interrupt has. */
export const INTERRUPT_BASE = {
  /** Unique, and the same each time the node runs again. */
  interrupt_id: z.string().min(1),
  /** The node that asks. */
  node_ref: z.string().min(1),
  /** The call or the step of a plan it belongs to. */
  step_id: z.string().min(1),
  /** Two to five words. */
  title: z.string().trim().min(1),
  /** One or two sentences. */
  text: z.string().default(''),
  /** ms; it waits for ever where not given. */
  timeout: z.number().positive().optional(),
  /** What happens then: the answer is `default`, or the interrupt is cancelled. */
  on_timeout: z.enum(['cancel', 'default']).optional()
};
