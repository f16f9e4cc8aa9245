import { z } from 'zod';

/** The kinds of things that are learned. */
export const MEMORY_KINDS = [
  'plan',
  'tool',
  'clarification',
  'behaviour',
  'workflow'
] as const;

export type MemoryKind = (typeof MEMORY_KINDS)[number];

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

interface IObserved<Kind extends MemoryKind> {
  kind: Kind;
  /** Unique: an observation that is collected twice counts once. */
  id: string;
  /** The field of work: a language, a kind of data; may be empty. */
  domain: string;
  /** What the person typed: values are stored only from here. */
  typed: string;
  time: number;
}

/**
 * Something that was observed, as it is handed in. Which parts may be stored is
 * decided before anything is.
 */
export type IMemoryObservation =
  | (IObserved<'plan'> & {
      task: string;
      steps: IMemoryEntry['steps'];
      edited: boolean;
      success: boolean;
    })
  | (IObserved<'tool'> & {
      step: string;
      tool: string;
      success: boolean;
      /** Duration in ms. */
      ms: number;
      arguments: Record<string, unknown>;
    })
  | (IObserved<'clarification'> & {
      task: string;
      answers: IMemoryEntry['answers'];
      /** How clear the task was, from 0 to 1. */
      before: number;
      after: number;
      /** Whether earlier answers were reused. */
      reused: boolean;
      success: boolean;
    })
  | (IObserved<'behaviour'> & {
      situation: string;
      decision: keyof IMemoryEntry['decisions'];
      /** What the person wrote on the card. */
      words: string;
      /** How long the person took, in ms. */
      ms: number;
      /** Versions of the tools involved, by name. */
      versions: Record<string, string>;
    })
  | (IObserved<'workflow'> & {
      category: string;
      steps: string[];
      /** Tools in the order they were called. */
      tools: string[];
      success: boolean;
    });

/** A tool that failed more often than this in similar steps is left out of them. */
export const MAX_TOOL_FAILURES = 2;

/** Confidence from 0 to 1 after so many uses: one gives 0.7, two give 0.91. */
export function sureFromUses(uses: number): number {
  return 1 - 0.3 ** uses;
}

/** The parts of an entry that a person may change. */
export type MemoryEdit = Partial<
  Pick<IMemoryEntry, 'subject' | 'answers' | 'steps' | 'accepted'>
>;

/**
 * What was learned, as the person can manage it. Entries are identified by
 * their `key`.
 */
export interface IMemories {
  list(kind: MemoryKind): Promise<readonly IMemoryEntry[]>;
  /** Entries of one kind, best match first, including those not accepted yet. */
  search(kind: MemoryKind, text: string): Promise<readonly IMemoryEntry[]>;
  /** @throws if the result would not be a valid entry. */
  edit(kind: MemoryKind, key: string, edit: MemoryEdit): Promise<void>;
  forget(kind: MemoryKind, key: string): Promise<void>;
  forgetAll(): Promise<void>;
  /** If off, nothing is searched and nothing collected. */
  isOn(): boolean;
  setOn(on: boolean): Promise<void>;
  /** Kinds that are neither searched nor collected. */
  kindsOff(): readonly MemoryKind[];
  setKind(kind: MemoryKind, on: boolean): Promise<void>;
  /** As JSON. */
  export(): Promise<string>;
  /**
   * Existing entries stay; imported ones apply once they are accepted.
   * @returns null if the text is not one of our files.
   */
  import(text: string): Promise<{ taken: number; unread: number } | null>;
}
