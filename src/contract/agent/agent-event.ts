import type { InterruptAnswer, PendingQuestion } from './interrupt-request';
import type { PlanEvent } from '../plan/plan-event';
import type { Effect } from '../policy/policy';
import type { IAttachment } from '../ports/workspace';
import type { ReportEvent } from '../report/report-event';
import type { ResultThing } from '../ports/result-thing';
import type { Decision, IReviewCard, IReviewLimit } from './review-request';

/** State of one tool call, as its line shows it. */
export type CallState =
  'waiting' | 'running' | 'done' | 'failed' | 'rejected' | 'stopped';

export interface ITodo {
  content: string;
  status: 'pending' | 'in_progress' | 'completed';
}

/** What went wrong with a model or a run, for a person. */
export interface IAgentError {
  /** For example `wrong-key`, `rate-limit`, `unreachable`. */
  code: string;
  /** One short sentence: what happened. */
  title: string;
  /** To what, and what to do next. */
  text: string;
  /** Whether Retry can help. */
  retryable: boolean;
  /** Whether the way out is another model or its settings. */
  chooseModel?: boolean;
  /** Whether a summary of what was said so far may make it work. */
  summarise?: boolean;
}

/** Why a run ended. */
export type RunOutcome =
  | 'answered'
  | 'stopped'
  | 'failed'
  /** Too many steps; the person may say "continue". */
  | 'limit'
  /** The page was closed while the model wrote; nothing is lost. */
  | 'interrupted';

/**
 * Everything the engine tells. The panel's state is a fold of these, and the
 * display log of a thread is a list of these; streaming deltas and progress
 * are told but not kept (`isKept`).
 */
export type AgentEvent = IEventBase & EventBody;

export interface IEventBase {
  threadId: string;
  /** ms since the epoch. */
  time: number;
}

export type EventBody =
  | PlanEvent
  | {
      type: 'run-started';
      runId: string;
      /** The notebook the run is bound to. */
      notebook: { path: string; name: string; kernel: string };
      model: { id: string; label: string; contextWindow: number | null };
    }
  /** A message of the person has entered the conversation. */
  | {
      type: 'user-message';
      messageId: string;
      text: string;
      attachments?: IAttachment[];
    }
  /** A message waits for the next step; `null` when it was taken back. */
  | { type: 'queued'; messageId: string; text: string | null }
  | { type: 'model-started'; messageId: string }
  | { type: 'text-delta'; messageId: string; delta: string }
  /** A call is being written: shown as a line before its arguments are whole. */
  | {
      type: 'call-drafted';
      messageId: string;
      tool: string;
      characters: number;
    }
  /** The answer so far is void: the call to the model is repeated. */
  | {
      type: 'model-retry';
      messageId: string;
      attempt: number;
      /** ms until it is repeated. */
      wait: number;
      error: IAgentError;
    }
  /** What a model thinks aloud before it answers. */
  | { type: 'reasoning-delta'; messageId: string; delta: string }
  | {
      type: 'model-message';
      messageId: string;
      /** Stands for what streamed; empty where that was a call, for example. */
      text: string;
      reasoning?: string;
    }
  /** What the model calls cells, so that a link in its words finds them. */
  | { type: 'cells-named'; names: { name: string; id: string }[] }
  /** Older messages were replaced by a summary in what the model is sent. */
  | { type: 'summary'; text: string; messages: number }
  | {
      type: 'usage';
      /** Tokens of the last request and its answer; estimated where not told. */
      input: number;
      output: number;
      estimated: boolean;
      /** Of `input`, what the provider had in its cache. */
      cached?: number;
      /** In the person's currency, where they gave prices. */
      cost?: number;
    }
  | {
      type: 'call-proposed';
      callId: string;
      messageId: string;
      tool: string;
      args: Record<string, unknown>;
      /** In words; may hold cell marks. */
      text: string;
    }
  | { type: 'call-started'; callId: string }
  /** What the run has done in its notebook so far is in the file. */
  | { type: 'notebook-saved' }
  | {
      type: 'call-progress';
      callId: string;
      text?: string;
      /** How much of it is done, from 0 to 1. */
      done?: number;
      cellId?: string;
      /** More of what a command prints, to be appended. */
      output?: string;
    }
  | {
      type: 'call-finished';
      callId: string;
      state: Exclude<CallState, 'waiting' | 'running'>;
      /** One line in the past tense; may hold cell marks. */
      text: string;
      /** What the model reads of it. */
      result: string;
      /** Arguments that really ran, when the person edited them. */
      ranArgs?: Record<string, unknown>;
      cellId?: string;
      ms?: number;
      images: number;
      /** What there is beside the words, images too. */
      things?: ResultThing[];
    }
  | { type: 'todos'; todos: ITodo[] }
  | {
      type: 'review-opened';
      interruptId: string;
      cards: IReviewCard[];
      /** The node of the graph that asks. */
      node?: string;
      /** How long the cards wait; for ever where it is absent. */
      limit?: IReviewLimit;
    }
  /** In a later page its cards wait until then; null: for ever. */
  | { type: 'review-limited'; interruptId: string; limit: IReviewLimit | null }
  /** A card came back: what it was made on has changed. */
  | { type: 'review-voided'; interruptId: string; card: IReviewCard }
  | {
      type: 'review-decided';
      interruptId: string;
      callId: string;
      decision: Decision;
      by: string;
    }
  | { type: 'review-closed'; interruptId: string }
  /** A node asks for something else than approval. */
  | { type: 'interrupt-opened'; interrupt: PendingQuestion }
  /** An answer that does not fit; nothing was done with it. */
  | { type: 'interrupt-refused'; interruptId: string; problem: string }
  | {
      type: 'interrupt-closed';
      interruptId: string;
      answer: InterruptAnswer | null;
      by: 'person' | 'timeout' | 'stop';
    }
  /** The thread goes on in another branch: what is shown is its history. */
  | { type: 'branch'; branch: string }
  /** A turn was taken back, wholly or in part. */
  | { type: 'undone'; runId: string; text: string }
  /** Who drives the thread; told to each tab, never kept. */
  | {
      type: 'driver';
      here: boolean;
      /** Why it cannot be taken over now, in a sentence. */
      held?: string;
      /** The tab that drove it is gone: any tab can continue it (`take-over`). */
      free?: true;
    }
  /** Effects that go through for the rest of this turn; none when it is off. */
  | {
      type: 'turn-rule';
      on: boolean;
      effects: Effect[];
      /** Tools of servers that go through, "tool (server)". */
      tools?: string[];
    }
  | {
      type: 'final-answer';
      callId: string;
      answer: string;
      summary?: string;
      nextItems: string[];
    }
  /** Something the person should know ("The kernel was restarted"). */
  | { type: 'notice'; code: NoticeCode; text: string }
  | ReportEvent
  /** Told only while the debug view is on. */
  | { type: 'debug'; entry: IDebugEntry }
  | {
      type: 'run-finished';
      runId: string;
      outcome: RunOutcome;
      error?: IAgentError;
      /** Whether there is something that could be taken back. */
      changed?: boolean;
    };

/** One thing the debug view shows. Plain data; never holds a key. */
export interface IDebugEntry {
  id: string;
  runId: string;
  kind: 'request' | 'answer' | 'middleware' | 'tool' | 'error';
  /** "Request 3 to gpt-5", "summarisation", "read_file" */
  title: string;
  /** ms, where it took time. */
  ms?: number;
  /** Characters of `body` as JSON; tokens where told. */
  characters: number;
  tokens?: { input: number; output: number };
  /** As sent or as answered; images as their size only. */
  body: unknown;
}

export type NoticeCode =
  | 'kernel-restarted'
  | 'kernel-stuck'
  | 'duplicate-decision'
  | 'not-saved'
  /** Conversations are not kept, or one could not be read. */
  | 'storage'
  /** A value in the settings could not be used; the default is. */
  | 'settings'
  /** Instructions from a file beside the notebook go along. */
  | 'instructions'
  | 'other';

const FLEETING: ReadonlySet<EventBody['type']> = new Set([
  'model-started',
  'text-delta',
  'reasoning-delta',
  'call-drafted',
  'call-progress',
  'notebook-saved',
  'report-text',
  'debug',
  'driver',
  'interrupt-refused',
  // What follows is told by the history of that branch.
  'branch'
] as const);

/** Whether an event belongs in the display log. */
export function isKept(event: EventBody): boolean {
  return !FLEETING.has(event.type);
}
