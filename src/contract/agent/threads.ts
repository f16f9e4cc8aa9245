import type { IPlanOrder } from '../plan/plan-order';
import type { IReportOrder } from '../report/reports';
import type { Effect } from '../policy/policy';
import type { IAttachment } from '../ports/workspace';
import type { AgentMode, AgentCommand } from './agent';
import type { AgentEvent } from './agent-event';
import type { IModelChoice } from './model-choice';

/** One branch of a thread. */
export interface IBranchRecord {
  /** `''` for the first. */
  id: string;
  /** The branch it was forked from; null for the first. */
  parent: string | null;
  /** How many events of the parent stand before its first own. */
  events: number;
  /** Checkpoint of the parent it was forked at; null for the first. */
  checkpointId: string | null;
  created: number;
}

/** A run that has not ended: what it takes to go on with it in another page. */
export interface IRunRecord {
  runId: string;
  mode: AgentMode;
  /** Path of its notebook. */
  notebook: string;
  /** Names of the tools that are offered, the same to the last. */
  tools: string[];
  /** The system prompt's part that was found at its beginning. */
  instructions: string;
  choice: IModelChoice;
  /** Effects the person lets through for the rest of this turn. */
  turn: Effect[];
  /** Messages that entered the conversation and not yet the graph. */
  unsent: {
    messageId: string;
    text: string;
    attachments?: IAttachment[];
    /** The thread whose summary goes along with it. */
    continues?: string;
    /** What kind of report it asks for. */
    report?: IReportOrder;
    /** What it asks plan mode for besides its words. */
    plan?: IPlanOrder;
  }[];
  /** ms since the epoch. */
  started: number;
}

/** A thread as the list shows it. Of constant size. */
export interface IThreadRecord {
  id: string;
  /** The person's own name for it, else the first thing they said. */
  title: string;
  /** Whether the title is the person's own. */
  named: boolean;
  /** Path of the notebook it belongs to; follows a rename. */
  notebook: string;
  created: number;
  updated: number;
  pinned: boolean;
  branch: string;
  branches: IBranchRecord[];
  /** Cards that wait for a decision. */
  pending: number;
  /** Null once the last run has ended. */
  run: IRunRecord | null;
  /** Messages that wait for the next step. */
  queued: { messageId: string; text: string }[];
  /**
   * Set where it came from a file: its messages are taken, never its decisions,
   * rules or journal.
   */
  imported?: boolean;
  /** Name of that file, where it is known. */
  importedFrom?: string;
  /** Set until it is continued here: until then no model has read anything of the file. */
  untouched?: boolean;
  /**
   * Set where it is also kept in a file beside the notebook: its id there, and
   * when it was last used as of the version of the file that is known here.
   */
  file?: { id: string; updated: number };
  /** Set where a record could not be read: it can be read, but not continued. */
  damaged?: string;
}

/** What a model reads of a call that was open in a file. */
export const NOT_RUN_FROM_FILE = 'Not run: this conversation came from a file.';

/** What a person had begun and not sent when the page went. */
export interface IThreadDraft {
  text: string;
  attachments: IAttachment[];
  mode: AgentMode;
  /** Text of cards whose editor was opened, by call. */
  edits: Record<string, string>;
  /** Reasons being written, by call. */
  rejecting: Record<string, string>;
  /** Answers being given, by call or interrupt. */
  answers: Record<string, unknown>;
  /** `from`: how many of the first items were not drawn when it was measured. */
  scroll: { top: number; atEnd: boolean; from?: number };
}

/**
 * A message of a thread that came from a file, as it is told to a model: as
 * data. Each call of a model's message is followed by its result, or by that it
 * was not run. All of it is untrusted.
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
      /** As the person saw it: without what marks it as data for the model. */
      text: string;
      state: 'done' | 'failed' | 'rejected' | 'stopped';
    };

/** Whether conversations outlive the page. */
export type Keeping =
  /** `warning`: why they may not for long, in a sentence. */
  { ok: true; warning?: string } | { ok: false; why: string };

/**
 * What a tab asks of the one that drives a thread, and what that answers. Stored,
 * since what is said between tabs can be said by anybody: there it is only told
 * that there is something to read.
 */
export interface ITabRequests {
  put(id: string, command: AgentCommand): Promise<void>;
  /**
   * Takes a request out: whoever does has it, and nobody else.
   * @returns undefined where it is not there, or not any more.
   */
  take(threadId: string, id: string): Promise<AgentCommand | undefined>;
  /** Leaves an answer to one that was taken out, in the place of one before. */
  answer(threadId: string, id: string, answer: TabAnswer): Promise<void>;
  /** @returns the newest answer that was not read yet; undefined where none is. */
  readAnswer(threadId: string, id: string): Promise<TabAnswer | undefined>;
}

/** What the tab that drives a thread says to a command from another one. */
export type TabAnswer =
  /** It is being done. */
  | { kind: 'taken' }
  /** It has taken effect, as `IAgent.send` means it. */
  | { kind: 'done' }
  /** Do it yourself: this tab has let go of the thread. */
  | { kind: 'yours' }
  /** Not now; `why` is for the person. */
  | { kind: 'held'; why: string };

/** The conversations of this person on this server. */
export interface IThreads {
  readonly keeping: Keeping;
  /**
   * How many there are of an earlier version, which did not note in which folder
   * the server ran, and without a trace of this one.
   */
  readonly unfiled?: number;
  /** Takes them in as conversations of this folder. */
  fileHere?(): Promise<void>;
  /** Pinned first, then by last use. */
  list(): Promise<IThreadRecord[]>;
  /** Threads whose title or messages hold all the words, with where. */
  search(query: string): Promise<{ thread: IThreadRecord; excerpt: string }[]>;
  get(id: string): Promise<IThreadRecord | undefined>;
  /** The thread last used with a notebook; undefined where there is none. */
  lastOf(notebook: string): Promise<IThreadRecord | undefined>;
  /** Made on first use, bound to a notebook. */
  create(id: string, notebook: string): Promise<IThreadRecord>;
  /** @throws FencedError */
  update(id: string, change: Partial<IThreadRecord>): Promise<void>;
  rename(id: string, title: string): Promise<void>;
  pin(id: string, pinned: boolean): Promise<void>;
  /** With everything that is kept of it. */
  delete(id: string): Promise<void>;
  /** A notebook was renamed or moved: its threads go along. */
  moved(from: string, to: string): Promise<void>;
  /** What the person saw, in order, of the branch that is being continued. */
  history(id: string): Promise<AgentEvent[]>;
  /** As JSON, to be kept anywhere; never a key. */
  export(id: string): Promise<string>;
  /**
   * Takes an exported thread under a new id: what was said and done, never
   * decisions, rules or journal. Calls that were open there are closed.
   * @param file name of the file it is in.
   * @throws ThreadError where the text is no thread, with a sentence.
   */
  import(text: string, notebook: string, file?: string): Promise<IThreadRecord>;
  /** What a thread from a file begins with; empty for any other. */
  imported?(id: string): Promise<IThreadMessage[]>;
  /**
   * What the person said of threads in a file beside a notebook that this
   * browser did not write: whether each is taken, by its id there.
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
   * Deletes old threads, by days since the last use and by size of all in MB;
   * never one that is pinned, that runs or that waits for a decision.
   * @returns the titles of what was deleted.
   */
  cleanUp(limits: { days: number; megabytes: number }): Promise<string[]>;
  /** Told of every change, in this tab and others. @returns a function that ends it. */
  onChange(listener: () => void): () => void;
}

/** A problem with a stored thread; the message is shown as it is. */
export class ThreadError extends Error {
  /** Whether a record is not what was written, so that no other try helps. */
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

/** By name, and not by class: bundles may hold this file more than once. */
export function isDamagedError(error: unknown): error is ThreadError {
  return (
    error instanceof Error &&
    error.name === 'ThreadError' &&
    'damaged' in error &&
    error.damaged === true
  );
}

/**
 * Who drives a thread, among the tabs of this browser. One tab at a time holds
 * it; each that does gets a higher number, and writes with a lower one fail.
 */
export interface IThreadLock {
  /**
   * Takes the thread if nobody drives it.
   * @param options `steal`: also where somebody does, who has agreed or is gone.
   * @returns null where another tab does, or this one does already.
   */
  take(
    threadId: string,
    options?: { steal?: boolean }
  ): Promise<IThreadHold | null>;
  /**
   * Resolves once nobody drives it, and takes it not; rejects when aborted.
   * Where it is absent, one has to try again now and then.
   */
  freed?(threadId: string, signal: AbortSignal): Promise<void>;
}

export interface IThreadHold {
  /** Goes up with each hold of the thread. */
  readonly fence: number;
  release(): Promise<void>;
  /** Aborted once another tab has it. */
  readonly lost: AbortSignal;
}
