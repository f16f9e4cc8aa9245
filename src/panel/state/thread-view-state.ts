import type {
  Effect,
  IAgentError,
  IFollowingCall,
  IReportResult,
  IReportStepState,
  ITodo,
  RunOutcome
} from '../../contract';

import type { ThreadItem } from './thread-items';

/** The run in progress. */
interface IRunState {
  runId: string;
  notebook: { path: string; name: string; kernel: string };
  model: { id: string; label: string; contextWindow: number | null };
}

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

/** Token usage of the model. */
export interface IUsage {
  /** Tokens of the last request. */
  input: number;
  output: number;
  /** Tokens of all requests. */
  total: number;
  /** Cached tokens of all requests, as reported by the provider. */
  cached: number;
  /** Cost of all requests whose price is known; null if none is. */
  cost: number | null;
  estimated: boolean;
}

/** What changes with each step. Drawn by React. */
export interface ISettledState {
  /** Keys of `items`, in display order. */
  order: string[];
  items: Record<string, ThreadItem>;
  /** The person's first message; empty before that. */
  title: string;
  /** Ids of cells, by the names that the model uses for them. */
  cellNames: ReadonlyMap<string, string>;
  todos: ITodo[];
  /** Id of the plan's item: the plan in progress, or the last one. */
  plan: string | null;
  /** Whether the turn these todos belong to has been answered. */
  answered: boolean;
  usage: IUsage;
  queued: { messageId: string; text: string }[];
  turnRule: boolean;
  /** Effects that the rule for this turn allows. */
  turnEffects: Effect[];
  /** Tools of servers that it allows, "tool (server)". */
  turnTools: string[];
  run: IRunState | null;
  /** How many items there were when the run began. */
  begun: number;
  outcome: RunOutcome | null;
  /** The open review, with all its calls, decided or not. */
  review: {
    interruptId: string;
    callIds: string[];
    /** Calls that are proposed once these are applied. */
    following: readonly IFollowingCall[];
  } | null;
  /**
   * Calls waiting for a decision and interrupts waiting for an answer, in
   * order.
   */
  pending: string[];
  /** Set while the call to the model is about to be repeated. */
  retry: { attempt: number; wait: number; error: IAgentError } | null;
  /** Id of the error or notice whose Retry or Continue still works. */
  retryable: string | null;
  /** Id of the notice whose "Restart kernel" still works. */
  restartable: string | null;
  report: IReportState | null;
  /** Whether another tab works on the conversation. */
  isElsewhere: boolean;
  /** Path of the notebook of the last run. */
  path: string;
  /** How many keys were generated here. */
  keyCount: number;
}

/**
 * What changes with each token. Kept separate, so that a token updates only
 * what it changes.
 */
export interface ILiveState {
  /** Id of the message that streams; null between messages. */
  messageId: string | null;
  text: string;
  /** The model's reasoning before that message. */
  reasoning: string;
  draft: { tool: string; characters: number } | null;
  /** Sections of a report being written, in the order they began. */
  written: { report: string; section: string; attempt: number; text: string }[];
  /** By id of a running call. */
  progress: Record<string, ICallProgress>;
}

/** What a running call reports about itself. */
interface ICallProgress {
  text?: string;
  /** Progress from 0 to 1. */
  done?: number;
  cellId?: string;
  /** The end of its output so far. */
  output?: string;
}

export interface IThreadViewState {
  settled: ISettledState;
  live: ILiveState;
}

export const NOTHING_LIVE: ILiveState = {
  messageId: null,
  text: '',
  reasoning: '',
  draft: null,
  written: [],
  progress: {}
};

export const EMPTY_THREAD: IThreadViewState = {
  settled: {
    order: [],
    items: {},
    title: '',
    cellNames: new Map(),
    todos: [],
    plan: null,
    answered: false,
    usage: {
      input: 0,
      output: 0,
      total: 0,
      cached: 0,
      cost: null,
      estimated: false
    },
    queued: [],
    turnRule: false,
    turnEffects: [],
    turnTools: [],
    run: null,
    begun: 0,
    outcome: null,
    review: null,
    pending: [],
    retry: null,
    retryable: null,
    restartable: null,
    report: null,
    isElsewhere: false,
    path: '',
    keyCount: 0
  },
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
