import { Annotation } from '@langchain/langgraph/web';

import type {
  IClarifyingQuestion,
  IPastClarification,
  IPlanOrder,
  IPlanStep,
  IPreparedTool,
  PlanInterruptAnswer,
  ReviewLevel
} from '../../../contract';
import type { IStepCall, IStepOutcome } from './step-outcome';

const last = <T>(first: () => T) =>
  Annotation<T>({ reducer: (_old, given) => given, default: first });

export interface IAuditNote {
  node: string;
  what: string;
  time: number;
  /** ms that the person took. */
  ms?: number;
}

/** A call of an attempt that failed, without what it was answered. */
export type IFailedCall = Omit<IStepCall, 'text'> & { step: string };

/**
 * What the graph knows, all of it plain data. `…Answer` are flags of a pause:
 * set by the node that asked, reset by the one that follows. `audit` and
 * `lines` only grow.
 */
export const PlanState = Annotation.Root({
  session: last(() => ''),
  startedAt: last(() => 0),
  /** Of the message that it works on. */
  messageId: last(() => ''),
  task: last(() => ''),
  /** What was attached to the message, as a model reads it. */
  context: last(() => ''),
  /** The last messages of the conversation. */
  history: last((): { role: 'user' | 'assistant'; text: string }[] => []),
  /** Keys of memories that do not count this time. */
  ignored: last((): string[] => []),

  /** What is asked for besides words: a plan from before, or a cell. */
  order: last((): IPlanOrder | null => null),

  route: last((): 'simple_chat' | 'tool_required' => 'tool_required'),
  /** The task as it was made clear. */
  enhanced: last(() => ''),
  clarity: last(() => ({ before: 1, after: 1 })),
  questions: last((): IClarifyingQuestion[] => []),
  assumptions: last((): string[] => []),
  past: last((): IPastClarification[] => []),
  answered: last((): { question: string; answer: string }[] => []),
  /** The memory that answered in the person's place. */
  reused: last((): string | null => null),
  clarificationAnswer: last((): PlanInterruptAnswer | 'none' | null => null),
  clarificationRounds: last(() => 0),

  category: last(() => ''),
  plan: last((): IPlanStep[] => []),
  /** Before memories changed it; null where none did. */
  firstPlan: last((): IPlanStep[] | null => null),
  patterns: last((): { key: string; words: string }[] => []),
  feedback: last(() => ''),
  edited: last(() => false),
  rejected: last((): string | null => null),
  level: last((): ReviewLevel => 'cell'),
  planAnswer: last((): PlanInterruptAnswer | 'none' | null => null),
  planRounds: last(() => 0),
  /** The number of the next step's id. */
  counter: last(() => 1),

  /** Id of the step at work; each of those side by side has its own. */
  at: last(() => ''),
  /** Others are at work with it. */
  beside: last(() => false),
  mode: last((): 'guided' | 'free' => 'guided'),
  prepared: last((): IPreparedTool[] => []),
  /** Its card passed by itself. */
  passed: last(() => false),
  stepFeedback: last(() => ''),
  /** When its card was made. */
  askedAt: last(() => 0),
  stepAnswer: last((): PlanInterruptAnswer | 'none' | null => null),
  stepRounds: last(() => 0),
  /** Null takes one away, so that its step is done again. */
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
  /** Calls of attempts that failed, also of those that were made again. */
  failedCalls: Annotation<IFailedCall[]>({
    reducer: (old, given) => [...old, ...given],
    default: () => []
  }),
  /** How much may be used beyond the ceiling that is set, all in all. */
  granted: last(() => ({ tokens: 0, cost: 0 })),
  failureAnswer: last((): PlanInterruptAnswer | 'none' | null => null),
  stopped: last(() => false),

  report: last(() => ''),
  /** Made without a model. */
  plainReport: last(() => false),
  lines: Annotation<string[]>({
    reducer: (old, given) => [...old, ...given],
    default: () => []
  }),
  audit: Annotation<IAuditNote[]>({
    reducer: (old, given) => [...old, ...given],
    default: () => []
  })
});

export type PlanStateValue = typeof PlanState.State;
export type PlanUpdate = typeof PlanState.Update;
