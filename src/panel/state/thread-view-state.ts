import type {
  Effect,
  IAgentError,
  IReportResult,
  IReportStepState,
  ITodo,
  RunOutcome
} from '../../contract';

import type { ThreadItem } from './thread-items';

/** The run that is going on. */
export interface IRunState {
  runId: string;
  notebook: { path: string; name: string; kernel: string };
  model: { id: string; label: string; contextWindow: number | null };
}

/** A report that is being made, or was made last. */
export interface IReportState {
  id: string;
  title: string;
  /** Path of its notebook. */
  notebook: string;
  /** Empty until they are told. */
  steps: IReportStepState[];
  /** Of the whole, 0 to 100. */
  percent: number;
  /** What was said of it last; empty for nothing. */
  line: string;
  /** The text as it stands; empty until there is one. */
  markdown: string;
  /** null until it is over. */
  result: IReportResult | null;
}

/** What the model was paid for, in tokens. */
export interface IUsage {
  /** Of the last request. */
  input: number;
  output: number;
  /** Of all requests. */
  total: number;
  /** Of all requests, what the provider had in its cache. */
  cached: number;
  /** Of all requests whose price is known; null while none was. */
  cost: number | null;
  estimated: boolean;
}

/** What changes by the step. Drawn by React. */
export interface ISettledState {
  /** Keys of `items`, in the order they are shown. */
  order: string[];
  items: Record<string, ThreadItem>;
  /** The first thing the person said; empty before that. */
  title: string;
  /** Ids of cells, by what the model calls them. */
  cellNames: ReadonlyMap<string, string>;
  todos: ITodo[];
  /** The plan that is worked off, or was last: id of its item. */
  plan: string | null;
  /** Whether the turn these todos belong to has been answered. */
  answered: boolean;
  usage: IUsage;
  queued: { messageId: string; text: string }[];
  turnRule: boolean;
  /** What the rule for this turn lets through. */
  turnEffects: Effect[];
  /** Tools of servers it lets through, "tool (server)". */
  turnTools: string[];
  run: IRunState | null;
  /** How many items stood there when the run began. */
  begun: number;
  outcome: RunOutcome | null;
  /** The review that is open, with all its calls, decided or not. */
  review: { interruptId: string; callIds: string[] } | null;
  /** Calls that wait for a decision and interrupts that wait for an answer, in order. */
  pending: string[];
  /** The call to the model is about to be repeated. */
  retry: { attempt: number; wait: number; error: IAgentError } | null;
  /** The error whose Retry can still be pressed. */
  retryable: string | null;
  /** The notice whose "Restart kernel" can still be pressed. */
  restartable: string | null;
  report: IReportState | null;
  /** Who drives the conversation; null where nobody told. */
  driver: {
    here: boolean;
    /** Why it cannot be taken over now. */
    held: string | null;
    /** The tab that drove it is gone. */
    free: boolean;
  } | null;
  /** Notebook of the last run. */
  path: string;
  /** How many keys were made here. */
  made: number;
}

/** What changes by the token. Kept apart, so that a token costs what it says. */
export interface ILiveState {
  /** The message that streams; null between messages. */
  messageId: string | null;
  text: string;
  /** What the model thinks aloud before that message. */
  reasoning: string;
  draft: { tool: string; characters: number } | null;
  /** Sections of a report that are being written, in the order they began. */
  written: { report: string; section: string; attempt: number; text: string }[];
  /** By id of a running call. */
  progress: Record<string, ICallProgress>;
}

/** What a running call says of itself. */
export interface ICallProgress {
  text?: string;
  /** How much of it is done, from 0 to 1. */
  done?: number;
  cellId?: string;
  /** The end of what it has printed so far. */
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
    driver: null,
    path: '',
    made: 0
  },
  live: NOTHING_LIVE
};

/** The state with some of what is settled changed; what streams stays. */
export function withSettled(
  state: IThreadViewState,
  change: Partial<ISettledState>
): IThreadViewState {
  return { settled: { ...state.settled, ...change }, live: state.live };
}
