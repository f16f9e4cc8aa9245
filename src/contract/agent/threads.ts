import type { IPlanOrder } from '../plan';
import type { Effect } from '../policy/policy';
import type { IAttachment } from '../ports/workspace';
import type { IReportOrder } from '../report/reports';
import type { AgentMode } from './agent';
import type { AgentEvent } from './agent-event';
import type { IModelChoice } from '../models/model-choice';

/** One branch of a thread. */
export interface IBranchRecord {
  /** `''` for the first. */
  id: string;
  /** The branch it was forked from; null for the first. */
  parent: string | null;
  /** How many of the parent's events come before its own first one. */
  events: number;
  /** The parent's checkpoint at which it was forked; null for the first. */
  checkpointId: string | null;
  created: number;
}

/** A run that has not ended: what another page load needs to continue it. */
export interface IRunRecord {
  runId: string;
  mode: AgentMode;
  /** Path of its notebook. */
  notebook: string;
  /** Names of the tools on offer, unchanged until the run ends. */
  tools: string[];
  /** The part of the system prompt that was computed when the run began. */
  instructions: string;
  choice: IModelChoice;
  /** Effects the person permits for the rest of this turn. */
  turn: Effect[];
  /** Messages that are in the conversation but not yet in the graph. */
  unsent: {
    messageId: string;
    text: string;
    attachments?: IAttachment[];
    /** The thread whose summary is sent along with it. */
    continues?: string;
    /** What kind of report it asks for. */
    report?: IReportOrder;
    /** What it asks of plan mode besides its text. */
    plan?: IPlanOrder;
  }[];
  /** ms since the epoch. */
  started: number;
}

/** A thread as the list shows it. Its size does not grow. */
export interface IThreadRecord {
  id: string;
  /** The name the person gave it, otherwise the first thing they said. */
  title: string;
  /** Whether the person chose the title. */
  named: boolean;
  /** Path of the notebook it belongs to; follows a rename. */
  notebook: string;
  created: number;
  updated: number;
  pinned: boolean;
  branch: string;
  branches: IBranchRecord[];
  /** Number of cards that wait for a decision. */
  pending: number;
  /** Null once the last run has ended. */
  run: IRunRecord | null;
  /** Messages that wait for the next step. */
  queued: { messageId: string; text: string }[];
  /**
   * Set if it came from a file: only its messages are taken over, never its
   * decisions, rules or journal.
   */
  imported?: boolean;
  /** Name of that file, if known. */
  importedFrom?: string;
  /**
   * Set until it is continued here; until then no model has read anything from
   * the file.
   */
  untouched?: boolean;
  /**
   * Set if it is also stored in a file beside the notebook: its id there, and
   * when it was last used according to the version of the file known here.
   */
  file?: { id: string; updated: number };
  /** Set if a record could not be read: the thread can be viewed but not continued. */
  damaged?: string;
}

/** What a model reads for a call that was still open in an imported file. */
export const NOT_RUN_FROM_FILE = 'Not run: this conversation came from a file.';

/** What the person had started but not sent when the page was closed. */
export interface IThreadDraft {
  text: string;
  attachments: IAttachment[];
  mode: AgentMode;
  /** By call or interrupt: what was begun on cards. */
  answers: Record<string, unknown>;
  /**
   * `from`: how many of the first items were not drawn when the position was
   * measured.
   */
  scroll: { top: number; atEnd: boolean; from?: number };
}

/**
 * A message of an imported thread, as it is passed to a model: as data. Each
 * call in a model's message is followed by its result, or by a note that it was
 * not run. All of it is untrusted.
 */
export type IThreadMessage =
  | { role: 'person'; id: string; text: string; attachments?: IAttachment[] }
  | {
      role: 'model';
      id: string;
      text: string;
      calls: { id: string; tool: string; args: Record<string, unknown> }[];
    }
  | {
      role: 'tool';
      callId: string;
      tool: string;
      /**
       * As the person saw it: without the markers that label it as data for the
       * model.
       */
      text: string;
      state: 'done' | 'failed' | 'rejected' | 'stopped';
    };

/** Whether conversations outlive the page load. */
export type Keeping =
  /** `warning`: why they may not last long, in a sentence. */
  { ok: true; warning?: string } | { ok: false; why: string };

/** This person's conversations on this server. */
export interface IThreads {
  readonly keeping: Keeping;
  /** Pinned first, then by last use. */
  list(): Promise<IThreadRecord[]>;
  /** Threads whose title or messages contain all the words, with an excerpt. */
  search(query: string): Promise<{ thread: IThreadRecord; excerpt: string }[]>;
  get(id: string): Promise<IThreadRecord | undefined>;
  /** The thread last used with a notebook; undefined if there is none. */
  lastOf(notebook: string): Promise<IThreadRecord | undefined>;
  /** Creates the record on first use, bound to a notebook. */
  create(id: string, notebook: string): Promise<IThreadRecord>;
  /** @throws FencedError */
  update(id: string, change: Partial<IThreadRecord>): Promise<void>;
  rename(id: string, title: string): Promise<void>;
  pin(id: string, pinned: boolean): Promise<void>;
  /** Deletes it with everything stored for it. */
  delete(id: string): Promise<void>;
  /** A notebook was renamed or moved: updates its threads. */
  moved(from: string, to: string): Promise<void>;
  /** What the person saw, in order, in the current branch. */
  history(id: string): Promise<AgentEvent[]>;
  /** As JSON, to be stored anywhere; never holds a key. */
  export(id: string): Promise<string>;
  /**
   * Imports an exported thread under a new id: messages and results, never
   * decisions, rules or the journal. Calls that were open there are closed.
   * @param file name of the file it comes from.
   * @throws ThreadError with a sentence if the text is not a thread.
   */
  import(text: string, notebook: string, file?: string): Promise<IThreadRecord>;
  /** The messages an imported thread starts with; empty for any other thread. */
  imported?(id: string): Promise<IThreadMessage[]>;
  /**
   * For a file beside a notebook that this browser did not write: whether the
   * person accepted each of its threads, by the id there.
   */
  filedAnswers(path: string): Promise<ReadonlyMap<string, boolean>>;
  answerFiled(
    path: string,
    ids: readonly string[],
    isTaken: boolean
  ): Promise<void>;
  draft(id: string): Promise<IThreadDraft | undefined>;
  saveDraft(id: string, draft: IThreadDraft | null): Promise<void>;
  /**
   * Deletes old threads, by days since last use and by total size in MB; never
   * one that is pinned, running or waiting for a decision.
   * @returns the titles of the deleted threads.
   */
  cleanUp(limits: { days: number; megabytes: number }): Promise<string[]>;
  /**
   * Called after every change, in this tab or another. @returns a function that
   * unsubscribes.
   */
  onChange(listener: () => void): () => void;
}

/** A problem with a stored thread; the message is shown as it is. */
export class ThreadError extends Error {
  /** Whether a record differs from what was written, so that retrying is useless. */
  readonly damaged: boolean;

  constructor(
    message: string,
    { damaged = false, ...options }: { cause?: unknown; damaged?: boolean } = {}
  ) {
    super(message, options);
    this.name = 'ThreadError';
    this.damaged = damaged;
  }
}

/** Compares by name, not by class: bundles may hold this file more than once. */
export function isDamagedError(error: unknown): error is ThreadError {
  return (
    error instanceof Error &&
    error.name === 'ThreadError' &&
    'damaged' in error &&
    error.damaged === true
  );
}
