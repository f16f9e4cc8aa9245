import { Annotation } from '@langchain/langgraph/web';
import { z } from 'zod';

import {
  MOST_STEPS,
  planStep,
  type IClarifyingQuestion,
  type IPastClarification,
  type IPlanOrder,
  type IPlanStep,
  type IPreparedTool,
  type ReviewLevel
} from '../../contract';

/** The most characters of a shortened result. */
export const MAX_SHORT = 500;

/** A call that a step made, with its result. */
export interface IStepCall {
  tool: string;
  /**
   * `rejected` by the person, or stopped; `refused` before it could do
   * anything: no such tool, arguments that do not fit, only reading is allowed.
   */
  outcome: 'done' | 'failed' | 'rejected' | 'refused';
  /**
   * The part of its result that the model was given; withheld if values are.
   */
  text: string;
  ms: number;
  arguments: Record<string, unknown>;
  /** Id of the last cell it made or ran. */
  cell?: string;
  /** Ids of the cells it ran, in order; if it failed, the last one did. */
  ran?: string[];
  /** Whether it had an effect at all. */
  acted?: boolean;
  id?: string;
  /** What the person decided on its card, and wrote there; absent without one. */
  decided?: { decision: 'accept' | 'edit' | 'reject'; words: string };
}

/** What a step did, before it is judged. */
export interface IStepWork {
  calls: IStepCall[];
  /** The text of its last message. */
  text: string;
  /** Ids of the cells it made or ran. */
  cells: string[];
  /**
   * False if no value was sent during the step; absent if there may be
   * some.
   */
  values?: boolean;
  /** How often a model was asked; absent if none was. */
  requests?: number;
  /** Why it ended early: its budget, or no tool left. */
  stopped?: string;
  /** What its last answer says of the criterion; absent if it says nothing. */
  met?: boolean;
  /** How the rest of the plan has to change, by what it found. */
  change?: string;
  /** What the person may want next. */
  next?: string[];
  /** Whether its text sums up the whole plan. */
  isSummary?: true;
  /** What the person said while it was under way. */
  remarks?: string[];
  /** The line of an output by which the criterion is met, word for word. */
  shownBy?: string;
}

export interface IStepOutcome {
  status: 'raw' | 'succeeded' | 'failed' | 'skipped';
  work: IStepWork | null;
  /**
   * Why it failed or was skipped; empty if it succeeded. Of a raw one: why its
   * first try failed.
   */
  reason: string;
  /** At most 500 characters. */
  short: string;
  startedAt: number;
  endedAt: number;
  /** Whether the person has answered for the failure. */
  settled: boolean;
  /** False if no output shows whether its criterion is met. */
  judged: boolean;
}

const last = <T>(first: () => T) =>
  Annotation<T>({ reducer: (_old, given) => given, default: first });

/** A list by step, which grows. */
const byStep = <T>() =>
  Annotation<Record<string, T[]>>({
    reducer: (old, given) => ({
      ...old,
      ...Object.fromEntries(
        Object.entries(given).map(([id, more]) => [
          id,
          [...(old[id] ?? []), ...more]
        ])
      )
    }),
    default: () => ({})
  });

/** A plan as the model writes it. */
export const planDraft = z.object({
  category: z
    .string()
    .default('')
    .describe(
      'loading, cleaning, exploration, plotting, statistics, modelling, reporting or other: what most of its steps do'
    ),
  steps: z
    .array(
      z.object({
        ...planStep.omit({ id: true, on: true }).shape,
        /** Numbers of earlier steps, from 1. */
        needs: z.array(z.number().int()).default([])
      })
    )
    // The model is told the limit; more are cut, and the person is told.
    .meta({ maxItems: MOST_STEPS })
});

export type IPlanDraft = z.output<typeof planDraft>;

/** A try of a step that failed: its calls without their answers. */
export interface IFailedTry {
  reason: string;
  calls: Omit<IStepCall, 'text'>[];
  /** As in `IStepWork`. */
  values?: boolean;
}

/**
 * The graph's state, all of it plain data.
 */
export const PlanState = Annotation.Root({
  session: last(() => ''),
  /** Id of the message that it works on. */
  messageId: last(() => ''),
  task: last(() => ''),
  /** The attachments of the message, as text for a model. */
  context: last(() => ''),
  /** The last messages of the conversation. */
  history: last((): { role: 'user' | 'assistant'; text: string }[] => []),
  /** Keys of memories to leave out this time. */
  ignored: last((): string[] => []),

  /** What the message asks for besides its text: an earlier plan, or a cell. */
  order: last((): IPlanOrder | null => null),

  route: last((): 'simple_chat' | 'tool_required' => 'tool_required'),
  clarity: last(() => ({ before: 1, after: 1 })),
  questions: last((): IClarifyingQuestion[] => []),
  assumptions: last((): string[] => []),
  past: last((): IPastClarification[] => []),
  answered: last((): { question: string; answer: string }[] => []),
  /** What the person wrote in answers, without what the questions offered. */
  typed: last((): string[] => []),
  /** The memory that answered in the person's place. */
  reused: last((): string | null => null),
  clarificationRounds: last(() => 0),

  /** A plan that waits for what is asked first; null if there is none. */
  draft: last((): IPlanDraft | null => null),
  category: last(() => ''),
  plan: last((): IPlanStep[] => []),
  /** The plan before memories changed it; null if none did. */
  firstPlan: last((): IPlanStep[] | null => null),
  patterns: last((): { key: string; words: string }[] => []),
  feedback: last(() => ''),
  edited: last(() => false),
  rejected: last((): string | null => null),
  /** Whether the person accepted the plan that its last card showed. */
  accepted: last(() => false),
  level: last((): ReviewLevel => 'cell'),
  /** How often a step has had the rest of the plan made again. */
  planRounds: last(() => 0),
  /** The number for the next step's id. */
  counter: last(() => 1),

  /** Id of the current step; each step in parallel has its own. */
  at: last(() => ''),
  /** Whether other steps run at the same time. */
  beside: last(() => false),
  prepared: last((): IPreparedTool[] => []),
  /** Whether it may run: accepted on its card, or automatically. */
  passed: last(() => false),
  /** What the person said about each step, and its tries that failed. */
  words: byStep<string>(),
  failures: byStep<IFailedTry>(),
  /** What the person said while the plan was carried out. */
  remarks: Annotation<string[]>({
    reducer: (old, given) => [...old, ...given],
    default: () => []
  }),
  /** Steps that are done although what they build on is missing. */
  anyway: last((): string[] => []),
  /** When the card was made that is asked next; it identifies what is decided. */
  askedAt: last(() => 0),
  /** Null removes an outcome, so that its step is done again. */
  outcomes: Annotation<
    Record<string, IStepOutcome>,
    Record<string, IStepOutcome | null>
  >({
    reducer: (old, given) =>
      Object.fromEntries(
        Object.entries({ ...old, ...given }).flatMap(([id, outcome]) =>
          outcome ? [[id, outcome]] : []
        )
      ),
    default: () => ({})
  }),
  /** How much may be used beyond the limit that is set, in total. */
  granted: last(() => ({ tokens: 0, cost: 0 })),
  stopped: last(() => false),

  report: last(() => '')
});

export type PlanStateValue = typeof PlanState.State;
export type PlanUpdate = typeof PlanState.Update;

/**
 * The progress of a plan. A failed step does not count in any percentage; it is
 * over only once the person has answered for it.
 */
export function progressOf({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>) {
  const steps = plan.filter(({ on }) => on);
  const of = (status: string) =>
    steps.filter(({ id }) => outcomes[id]?.status === status);
  const [succeeded, failed, skipped] = ['succeeded', 'failed', 'skipped'].map(
    of
  );
  return {
    total: steps.length,
    done:
      succeeded.length +
      skipped.length +
      failed.filter(({ id }) => outcomes[id].settled).length,
    succeeded: succeeded.length,
    failed: failed.length,
    skipped: skipped.length,
    percent:
      steps.length === 0
        ? 100
        : Math.round((100 * succeeded.length) / steps.length)
  };
}
