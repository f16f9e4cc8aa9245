import { z } from 'zod';

import { INTERRUPT_BASE } from './interrupt-base';
import { planStep, reviewLevel } from './plan';

/** Maximum number of questions on a clarification card. */
export const MOST_QUESTIONS = 3;

/** A question about the task, with answers suggested by the notebook. */
export const clarifyingQuestion = z.strictObject({
  id: z.string().min(1),
  question: z.string().trim().min(1),
  choices: z.array(z.string()).max(8).default([]),
  default: z.string().default('')
});

export type IClarifyingQuestion = z.output<typeof clarifyingQuestion>;

/** What was answered for a similar task before. */
export const pastClarification = z.strictObject({
  /** Key of the memory. */
  key: z.string().min(1),
  task: z.string(),
  answers: z.array(
    z.strictObject({ question: z.string(), answer: z.string() })
  ),
  /** Clarity of the task after the answer, from 0 to 1. */
  after: z.number().min(0).max(1).optional()
});

export type IPastClarification = z.output<typeof pastClarification>;

export const clarificationAnswer = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('answer'),
    /** By question id. */
    answers: z.record(z.string(), z.string())
  }),
  z.strictObject({ action: z.literal('proceed') }),
  z.strictObject({ action: z.literal('reuse'), memory: z.string().min(1) })
]);

export const planAnswer = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('accept'),
    /** The steps as the person left them. */
    steps: z.array(planStep),
    level: reviewLevel.default('cell')
  }),
  /** Feedback for the model, which plans again. */
  z.strictObject({
    action: z.literal('change'),
    words: z.string().trim().min(1),
    /** Steps the person had already changed by hand. */
    steps: z.array(planStep).optional()
  }),
  /** Restores the plan from before memories changed it. */
  z.strictObject({ action: z.literal('first') }),
  z.strictObject({
    action: z.literal('reject'),
    reason: z.string().default('')
  })
]);

export const stepAnswer = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('approve') }),
  z.strictObject({
    action: z.literal('edit'),
    /** Arguments by tool name. */
    arguments: z.record(z.string(), z.record(z.string(), z.unknown()))
  }),
  z.strictObject({
    action: z.literal('change'),
    words: z.string().trim().min(1)
  }),
  z.strictObject({ action: z.literal('skip') })
]);

export const failureAnswer = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('again') }),
  /** The person has looked: the step did what it should. */
  z.strictObject({ action: z.literal('done') }),
  z.strictObject({ action: z.literal('skip') }),
  z.strictObject({
    action: z.literal('change'),
    words: z.string().trim().min(1)
  }),
  z.strictObject({ action: z.literal('stop') })
]);

export const clarificationInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('clarification'),
  task: z.string(),
  /** From 0 to 1. */
  clarity: z.number().min(0).max(1),
  questions: z.array(clarifyingQuestion).min(1).max(MOST_QUESTIONS),
  /** What is assumed if the person continues without answering. */
  assumptions: z.array(z.string()).default([]),
  past: z.array(pastClarification).default([]),
  default: clarificationAnswer.optional()
});

export const planInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('plan'),
  steps: z.array(planStep).min(1),
  /** Memories that changed the plan: a description, and the key. */
  patterns: z
    .array(z.strictObject({ key: z.string(), words: z.string() }))
    .default([]),
  /** Whether the plan from before these changes is available. */
  hasFirst: z.boolean().default(false),
  level: reviewLevel.default('cell'),
  default: planAnswer.optional()
});

/** A tool of a step, with the arguments it would be called with. */
export const preparedTool = z.strictObject({
  name: z.string().min(1),
  /** JSON Schema of its arguments. */
  schema: z.looseObject({ type: z.literal('object') }),
  arguments: z.record(z.string(), z.unknown()).default({}),
  /** Required fields without a value. */
  missing: z.array(z.string()).default([]),
  /** (required − missing) / required. */
  readiness: z.number().min(0).max(1),
  score: z.number()
});

export type IPreparedTool = z.output<typeof preparedTool>;

export const stepInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('step'),
  step: planStep,
  tools: z.array(preparedTool).max(5),
  default: stepAnswer.optional()
});

export const failureInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('failure'),
  step: planStep,
  reason: z.string(),
  /** Progress of the whole plan, in percent. */
  percent: z.number().min(0).max(100),
  default: failureAnswer.optional()
});

export type PlanInterruptAnswer =
  | z.output<typeof clarificationAnswer>
  | z.output<typeof planAnswer>
  | z.output<typeof stepAnswer>
  | z.output<typeof failureAnswer>;
