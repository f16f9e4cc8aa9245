import { z } from 'zod';

import { INTERRUPT_BASE } from './interrupt-base';
import { MOST_QUESTIONS } from './most-questions';
import { planStep, reviewLevel } from './plan-step';

/** A question about the task, with what the notebook itself suggests. */
export const clarifyingQuestion = z.strictObject({
  id: z.string().min(1),
  question: z.string().trim().min(1),
  choices: z.array(z.string()).max(8).default([]),
  default: z.string().default('')
});

export type IClarifyingQuestion = z.output<typeof clarifyingQuestion>;

/** What was answered to a like task before. */
export const pastClarification = z.strictObject({
  /** Of the memory. */
  key: z.string().min(1),
  task: z.string(),
  answers: z.array(
    z.strictObject({ question: z.string(), answer: z.string() })
  ),
  /** How clear it made the task, from 0 to 1. */
  after: z.number().min(0).max(1).optional()
});

export type IPastClarification = z.output<typeof pastClarification>;

export const clarificationAnswer = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('answer'),
    /** By id of the question. */
    answers: z.record(z.string(), z.string())
  }),
  z.strictObject({ action: z.literal('proceed') }),
  z.strictObject({ action: z.literal('reuse'), memory: z.string().min(1) })
]);

export const planAnswer = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('accept'),
    /** As the person left them. */
    steps: z.array(planStep),
    level: reviewLevel.default('cell')
  }),
  /** Words for the model, which plans again. */
  z.strictObject({
    action: z.literal('change'),
    words: z.string().trim().min(1),
    /** What the person had changed by hand before. */
    steps: z.array(planStep).optional()
  }),
  /** The plan as it was before memories changed it. */
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
    /** Arguments by name of the tool. */
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
  /** 0 to 1. */
  clarity: z.number().min(0).max(1),
  questions: z.array(clarifyingQuestion).min(1).max(MOST_QUESTIONS),
  /** What is taken for granted if the person goes on without an answer. */
  assumptions: z.array(z.string()).default([]),
  past: z.array(pastClarification).default([]),
  default: clarificationAnswer.optional()
});

export const planInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('plan'),
  steps: z.array(planStep).min(1),
  /** Memories that changed the plan: in words, and by key. */
  patterns: z
    .array(z.strictObject({ key: z.string(), words: z.string() }))
    .default([]),
  /** Whether there is a plan from before they did. */
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
  /** Of the whole plan, in percent. */
  percent: z.number().min(0).max(100),
  default: failureAnswer.optional()
});

export type PlanInterruptAnswer =
  | z.output<typeof clarificationAnswer>
  | z.output<typeof planAnswer>
  | z.output<typeof stepAnswer>
  | z.output<typeof failureAnswer>;
