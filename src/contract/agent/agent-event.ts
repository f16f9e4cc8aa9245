import type { PlanEvent } from '../plan';
import type { Effect } from '../policy/policy';
import type { ResultThing } from '../ports/result-thing';
import type { IAttachment } from '../ports/workspace';
import type { ReportEvent } from '../report/reports';
import type { InterruptAnswer, OpenQuestion } from './interrupt-request';
import type {
  Decision,
  IFollowingCall,
  IReviewCard,
  IReviewLimit
} from './review-request';

/** State of one tool call, as shown on its line. */
export type CallState =
  'waiting' | 'running' | 'done' | 'failed' | 'rejected' | 'stopped';

export interface ITodo {
  content: string;
  status: 'pending' | 'in_progress' | 'completed';
}

/** What went wrong with a model or a run, worded for the person. */
export interface IAgentError {
  /** For example `wrong-key`, `rate-limit`, `unreachable`. */
  code: string;
  /** One short sentence: what happened. */
  title: string;
  /** What was affected, and what to do next. */
  text: string;
  /** Whether Retry can help. */
  retryable: boolean;
  /** Whether the remedy is another model or a change to its settings. */
  chooseModel?: boolean;
  /** Whether summarising the conversation so far may make it work. */
  summarise?: boolean;
}

/** A number of an answer that was looked for in the outputs. */
export interface IAnswerNumber {
  /** As the answer has it, with its sign and `%`. */
  text: string;
  /** The cell whose output shows it; null if nothing that was read does. */
  cellId: string | null;
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
 * Everything the engine reports. The panel's state is a fold of these events,
 * and a thread's display log is a list of them. Streaming deltas and progress
 * are reported but not stored (see `isKept`).
 */
export type AgentEvent = IEventBase & EventBody;

export interface IEventBase {
  threadId: string;
  /** ms since the epoch; each event that is kept has one of its own. */
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
  /** A message from the person has entered the conversation. */
  | {
      type: 'user-message';
      messageId: string;
      text: string;
      attachments?: IAttachment[];
    }
  /** A message is waiting for the next step; `null` when it was withdrawn. */
  | { type: 'queued'; messageId: string; text: string | null }
  | { type: 'model-started'; messageId: string }
  | { type: 'text-delta'; messageId: string; delta: string }
  /** The model is writing a call: it gets a line before its arguments are complete. */
  | {
      type: 'call-drafted';
      messageId: string;
      tool: string;
      characters: number;
    }
  /** Discard the answer so far: the request to the model is being repeated. */
  | {
      type: 'model-retry';
      messageId: string;
      attempt: number;
      /** ms until the repeat. */
      wait: number;
      error: IAgentError;
    }
  /** The model's visible reasoning before it answers. */
  | { type: 'reasoning-delta'; messageId: string; delta: string }
  | {
      type: 'model-message';
      messageId: string;
      /**
       * Replaces the streamed text; empty if that turned out to be a call, for
       * example.
       */
      text: string;
      reasoning?: string;
      /** For an answer: what became of its numbers. */
      numbers?: IAnswerNumber[];
    }
  /** The names the model uses for cells, so that links in its text find them. */
  | { type: 'cells-named'; names: { name: string; id: string }[] }
  /** A summary now replaces older messages in what the model is sent. */
  | { type: 'summary'; text: string; messages: number }
  | {
      type: 'usage';
      /**
       * Tokens of the last request and its answer; estimated if the provider
       * does not report them.
       */
      input: number;
      output: number;
      estimated: boolean;
      /** The part of `input` that came from the provider's cache. */
      cached?: number;
      /** In the person's currency, if they entered prices. */
      cost?: number;
    }
  | {
      type: 'call-proposed';
      callId: string;
      messageId: string;
      tool: string;
      args: Record<string, unknown>;
      /** A sentence; may hold cell marks. */
      text: string;
    }
  | { type: 'call-started'; callId: string }
  /** Everything the run has done to its notebook so far is saved in the file. */
  | { type: 'notebook-saved' }
  | {
      type: 'call-progress';
      callId: string;
      text?: string;
      /** Progress from 0 to 1. */
      done?: number;
      cellId?: string;
      /** More output of a command, to be appended. */
      output?: string;
    }
  | {
      type: 'call-finished';
      callId: string;
      state: Exclude<CallState, 'waiting' | 'running'>;
      /** One line in the past tense; may hold cell marks. */
      text: string;
      /** What the model reads of the result. */
      result: string;
      /** The arguments that actually ran, if the person edited them. */
      ranArgs?: Record<string, unknown>;
      cellId?: string;
      ms?: number;
      images: number;
      /** What the result holds besides text, images included. */
      things?: ResultThing[];
    }
  | { type: 'todos'; todos: ITodo[] }
  | {
      type: 'review-opened';
      interruptId: string;
      /**
       * All undecided cards of the review. It is told again, under the same id,
       * when later calls of the step are proposed.
       */
      cards: IReviewCard[];
      /** Calls of the step that are proposed after these. */
      following?: IFollowingCall[];
      /** How long the cards wait; absent if forever. */
      limit?: IReviewLimit;
    }
  /** After a reload, its cards wait until this limit; null means forever. */
  | { type: 'review-limited'; interruptId: string; limit: IReviewLimit | null }
  /** A card is shown again because what it was based on has changed. */
  | { type: 'review-voided'; interruptId: string; card: IReviewCard }
  | {
      type: 'review-decided';
      interruptId: string;
      callId: string;
      decision: Decision;
      by: string;
      /** When it was made, in ms since the epoch, if it is reported later. */
      decidedAt?: number;
    }
  | { type: 'review-closed'; interruptId: string }
  /** A node asks for something other than approval. */
  | { type: 'interrupt-opened'; interrupt: OpenQuestion }
  /** The answer did not fit; nothing was done with it. */
  | { type: 'interrupt-refused'; interruptId: string; problem: string }
  | {
      type: 'interrupt-closed';
      interruptId: string;
      answer: InterruptAnswer | null;
      by: 'person' | 'timeout' | 'stop';
    }
  /** The thread continues in another branch, whose history is now shown. */
  | { type: 'branch'; branch: string }
  /** A turn was taken back, wholly or in part. */
  | { type: 'undone'; runId: string; text: string }
  /** Whether another tab works on the thread now (`here` is false); not stored. */
  | { type: 'driver'; here: boolean }
  /**
   * Effects that need no approval for the rest of this turn; none when switched
   * off.
   */
  | {
      type: 'turn-rule';
      on: boolean;
      effects: Effect[];
      /** Server tools that need no approval, as "tool (server)". */
      tools?: string[];
    }
  | {
      type: 'final-answer';
      callId: string;
      answer: string;
      summary?: string;
      nextItems: string[];
      /** What became of the numbers of both texts. */
      numbers?: IAnswerNumber[];
    }
  /** Something the person should know ("The kernel was restarted"). */
  | { type: 'notice'; code: NoticeCode; text: string }
  | ReportEvent
  /** Sent only while the debug view is on. */
  | { type: 'debug'; entry: IDebugEntry }
  | {
      type: 'run-finished';
      runId: string;
      outcome: RunOutcome;
      error?: IAgentError;
      /** Whether there is anything to undo. */
      changed?: boolean;
    };

/** One entry of the debug view. Plain data; never holds a key. */
export interface IDebugEntry {
  id: string;
  runId: string;
  kind: 'request' | 'answer' | 'middleware' | 'tool' | 'error';
  /** "Request 3 to gpt-5", "summarisation", "read_file" */
  title: string;
  /** Duration in ms, if it took any. */
  ms?: number;
  /** Length of `body` as JSON, in characters; tokens where reported. */
  characters: number;
  tokens?: { input: number; output: number };
  /** As sent or as received; only the size of images. */
  body: unknown;
}

export type NoticeCode =
  | 'kernel-restarted'
  | 'kernel-stuck'
  | 'duplicate-decision'
  | 'not-saved'
  /** Conversations are not stored, or one could not be read. */
  | 'storage'
  /** A setting had an unusable value; the default applies. */
  | 'settings'
  /** Instructions from a file beside the notebook are sent along. */
  | 'instructions'
  /** The model takes no pictures; a setting may change that. */
  | 'plots-unseen'
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
  // The history of that branch reports whatever comes after the fork.
  'branch'
] as const);

/** Whether an event belongs in the display log. */
export function isKept(event: EventBody): boolean {
  return !FLEETING.has(event.type);
}
