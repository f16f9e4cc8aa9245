import type {
  AgentEvent,
  Effect,
  IAgentError,
  IFollowingCall,
  IReportResult,
  IReportStepState,
  ITodo
} from '../../contract';

import type { ThreadItem } from './thread-items';

/** The report in progress, or the last one. */
export interface IReportState {
  id: string;
  title: string;
  /** Path of its notebook. */
  notebook: string;
  /** Empty until the first event about them. */
  steps: IReportStepState[];
  /** Progress of the whole, 0 to 100. */
  percent: number;
  /** Latest progress message; empty for none. */
  line: string;
  /** The text so far; empty until there is one. */
  markdown: string;
  /** null until it has ended. */
  result: IReportResult | null;
}

/** What changes with each step. Drawn by React. */
const EMPTY = {
  /** Keys of `items`, in display order. */
  order: [] as string[],
  items: {} as Record<string, ThreadItem>,
  /** The person's first message; empty before that. */
  title: '',
  /** Ids of cells, by the names that the model uses for them. */
  cellNames: new Map() as ReadonlyMap<string, string>,
  todos: [] as ITodo[],
  /** Id of the plan's item: the plan in progress, or the last one. */
  plan: null as string | null,
  /** Whether the turn these todos belong to has been answered. */
  answered: false,
  /** Token usage of the model. */
  usage: {
    /** Tokens of the last request. */
    input: 0,
    output: 0,
    /** Tokens of all requests. */
    total: 0,
    /** Cached tokens of all requests, as reported by the provider. */
    cached: 0,
    /** Cost of all requests whose price is known; null if none is. */
    cost: null as number | null,
    estimated: false
  },
  queued: [] as { messageId: string; text: string }[],
  /**
   * The rule for the rest of this turn: effects that it allows, and tools of
   * servers, "tool (server)". Null while there is none.
   */
  turnRule: null as { effects: Effect[]; tools: readonly string[] } | null,
  /** The run in progress. */
  run: null as Pick<
    AgentEvent & { type: 'run-started' },
    'runId' | 'notebook' | 'model'
  > | null,
  /** How many items there were when the run began. */
  begun: 0,
  /** The open review, with all its calls, decided or not. */
  review: null as {
    interruptId: string;
    callIds: string[];
    /** Calls that are proposed once these are applied. */
    following: readonly IFollowingCall[];
  } | null,
  /**
   * Calls waiting for a decision and interrupts waiting for an answer, in
   * order.
   */
  pending: [] as string[],
  /** Set while the call to the model is about to be repeated. */
  retry: null as { attempt: number; wait: number; error: IAgentError } | null,
  /** Id of the error or notice whose Retry or Continue still works. */
  retryable: null as string | null,
  /** Id of the notice whose "Restart kernel" still works. */
  restartable: null as string | null,
  report: null as IReportState | null,
  /** Whether another tab works on the conversation. */
  isElsewhere: false,
  /** Path of the notebook of the last run. */
  path: '',
  /** How many keys were generated here. */
  keyCount: 0
};

export type ISettledState = typeof EMPTY;

/**
 * What changes with each token. Kept separate, so that a token updates only
 * what it changes.
 */
export const NOTHING_LIVE = {
  /** Id of the message that streams; null between messages. */
  messageId: null as string | null,
  text: '',
  /** The model's reasoning before that message. */
  reasoning: '',
  draft: null as { tool: string; characters: number } | null,
  /** Sections of a report being written, in the order they began. */
  written: [] as {
    report: string;
    section: string;
    attempt: number;
    text: string;
  }[],
  /** What a running call reports about itself, by its id. */
  progress: {} as Record<
    string,
    {
      text?: string;
      /** Progress from 0 to 1. */
      done?: number;
      cellId?: string;
      /** The end of its output so far. */
      output?: string;
    }
  >
};

export type ILiveState = typeof NOTHING_LIVE;

export interface IThreadViewState {
  settled: ISettledState;
  live: ILiveState;
}

export const EMPTY_THREAD: IThreadViewState = {
  settled: EMPTY,
  live: NOTHING_LIVE
};

/**
 * The current step of a report; undefined between two steps, and once it is
 * over.
 */
export function reportStepNow({
  result,
  steps
}: IReportState): IReportStepState | undefined {
  return result
    ? undefined
    : steps.find(({ status }) => status === 'in_progress');
}
