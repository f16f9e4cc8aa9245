import { z } from 'zod';

const base = {
  /** Unique: an observation that is collected twice counts once. */
  id: z.string().min(1),
  /** The field of work: a language, a kind of data; may be empty. */
  domain: z.string().default(''),
  /** What the person typed: values are stored only from here. */
  typed: z.string().default(''),
  time: z.number()
};

/**
 * Something that was observed, as it is handed in. Which parts may be stored is
 * decided before anything is.
 */
export const memoryObservation = z.discriminatedUnion('kind', [
  z.strictObject({
    ...base,
    kind: z.literal('plan'),
    task: z.string().min(1),
    steps: z.array(
      z.strictObject({ title: z.string(), tools: z.array(z.string()) })
    ),
    edited: z.boolean(),
    success: z.boolean()
  }),
  z.strictObject({
    ...base,
    kind: z.literal('tool'),
    step: z.string().min(1),
    tool: z.string().min(1),
    success: z.boolean(),
    /** Duration in ms. */
    ms: z.number().nonnegative(),
    arguments: z.record(z.string(), z.unknown())
  }),
  z.strictObject({
    ...base,
    kind: z.literal('clarification'),
    task: z.string().min(1),
    answers: z.array(
      z.strictObject({ question: z.string(), answer: z.string() })
    ),
    before: z.number().min(0).max(1),
    after: z.number().min(0).max(1),
    /** Whether earlier answers were reused. */
    reused: z.boolean(),
    success: z.boolean()
  }),
  z.strictObject({
    ...base,
    kind: z.literal('behaviour'),
    situation: z.string().min(1),
    decision: z.enum(['accept', 'edit', 'skip', 'reject']),
    /** What the person wrote on the card. */
    words: z.string().default(''),
    /** How long the person took, in ms. */
    ms: z.number().nonnegative(),
    /** Versions of the tools involved, by name. */
    versions: z.record(z.string(), z.string()).default({})
  }),
  z.strictObject({
    ...base,
    kind: z.literal('workflow'),
    category: z.string().min(1),
    steps: z.array(z.string()),
    /** Tools in the order they were called. */
    tools: z.array(z.string()),
    success: z.boolean()
  })
]);

export type IMemoryObservation = z.output<typeof memoryObservation>;
