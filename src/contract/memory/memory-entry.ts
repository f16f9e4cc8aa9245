import { z } from 'zod';

import { MEMORY_KINDS } from './memory-kinds';

const count = z.number().int().nonnegative();

/** One thing that was learned: all similar observations, counted. */
export const memoryEntry = z.strictObject({
  kind: z.enum(MEMORY_KINDS),
  key: z.string().min(1),
  domain: z.string(),
  /** The task, step or situation, in words that may be stored. */
  subject: z.string().min(1),
  /** How often it was seen. */
  uses: count,
  successes: count,
  failures: count,
  createdAt: z.number(),
  usedAt: z.number(),
  /**
   * From a file the words are somebody else's: shown, but not applied until
   * accepted.
   */
  origin: z.enum(['here', 'file']),
  accepted: z.boolean(),
  /** Ids of the latest observations, so that none counts twice. */
  seen: z.array(z.string()).max(20),
  /** The steps of a plan, or of a workflow. */
  steps: z
    .array(z.strictObject({ title: z.string(), tools: z.array(z.string()) }))
    .default([]),
  /** How often each decision was made; for a plan, how often it was edited. */
  decisions: z
    .partialRecord(z.enum(['accept', 'edit', 'skip', 'reject']), count)
    .default({}),
  /** What the person wrote while deciding, latest last. */
  words: z.array(z.string()).default([]),
  /** Of a tool or a workflow: the tools, in order. */
  tools: z.array(z.string()).default([]),
  /** By argument of a tool: its type, and its value if the person typed it. */
  shape: z
    .record(
      z.string(),
      z.strictObject({ type: z.string(), value: z.unknown().optional() })
    )
    .default({}),
  answers: z
    .array(z.strictObject({ question: z.string(), answer: z.string() }))
    .default([]),
  /** Means over all observations. */
  before: z.number().default(0),
  after: z.number().default(0),
  reused: count.default(0),
  ms: z.number().nonnegative().default(0),
  versions: z.record(z.string(), z.string()).default({})
});

export type IMemoryEntry = z.output<typeof memoryEntry>;
