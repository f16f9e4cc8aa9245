import type { IMemories } from '../memory/memories';
import type { IPlanOrder } from '../plan/plan-order';
import type { ReviewLevel } from '../plan/plan-step';
import type { Effect } from '../policy/policy';
import type { IServerTool } from '../policy/server-tool';
import type { ISkillInfo } from '../ports/skills';
import type { IAttachment } from '../ports/workspace';
import type { Decision } from './review-request';
import type { AgentEvent } from './agent-event';
import type { IInterruptStatus, InterruptAnswer } from './interrupt-request';
import type { IReportOrder, IReports } from '../report/reports';
import type { IThreadHistory } from './thread-history';

/** Begins a run: a message of the person on a thread. */
export interface IStartCommand {
  type: 'start';
  threadId: string;
  /** Id of the message, made by the sender; a second start with it is ignored. */
  messageId: string;
  text: string;
  /**
   * `ask` offers only tools that read, `plan` plans before it works; `agent`
   * where not given.
   */
  mode?: AgentMode;
  /** Path of the open notebook to bind to; the one in front where not given. */
  notebook?: string;
  attachments?: IAttachment[];
  /** Thread whose summary a new one begins with; counts for its first message. */
  continues?: string;
  /** Makes it a report; `text` says what it is to be, and may be empty. */
  report?: IReportOrder;
  /** What plan mode is asked for besides `text`. */
  plan?: IPlanOrder;
  /** Keys of memories that do not count this time. */
  without?: string[];
}

/** `report` is that of a start with a `report`, and of no other. */
export type AgentMode = 'ask' | 'agent' | 'plan' | 'report';

/**
 * Decisions for calls of a pending interrupt, by call id. Each is durable the
 * moment this is called; the run goes on once every call of it has one. A
 * decision for a call that has one already is ignored.
 */
export interface IResumeCommand {
  type: 'resume';
  threadId: string;
  interruptId: string;
  decisions: Record<string, Decision>;
  /** Hash of the card each decision was made on, by call id. */
  hashes: Record<string, string>;
}

/** Ends everything that is going on in the thread. */
export interface IStopCommand {
  type: 'stop';
  threadId: string;
}

/**
 * Repeats the model call that failed, or goes on after a limit; the thread's
 * history is as it was.
 */
export interface IRetryCommand {
  type: 'retry';
  threadId: string;
  /** As it is chosen now, for a conversation in which nothing was said here yet. */
  mode?: AgentMode;
  /** First makes a summary of what was said so far: it was too much. */
  summarise?: boolean;
}

/** A message while a run is going; delivered at the next step. */
export interface IQueueCommand {
  type: 'queue';
  threadId: string;
  messageId: string;
  /** `null` takes it back; another text replaces it. */
  text: string | null;
}

/** "Approve the rest of this turn": on or off, at any moment. */
export interface ITurnRuleCommand {
  type: 'turn-rule';
  threadId: string;
  on: boolean;
  /** Which effects; all but shell and network where not given. */
  effects?: Effect[];
  /** A tool of a server, and then no effect. */
  serverTool?: IServerTool;
}

/** How much is asked for the rest of a plan; only ever more than before. */
export interface IPlanLevelCommand {
  type: 'plan-level';
  threadId: string;
  level: ReviewLevel;
}

/** The standing rules have changed: pending calls are looked at again. */
export interface IPolicyChangedCommand {
  type: 'policy-changed';
  threadId: string;
}

/** The person's answer to a kernel that does not stop. */
export interface IRestartKernelCommand {
  type: 'restart-kernel';
  threadId: string;
}

/**
 * Brings a thread of an earlier page to where it was: what waits is shown and
 * can be decided, what was decided and not applied is applied, what may have
 * run is looked up and never run again by itself. A thread that is open stays
 * as it is.
 */
export interface IOpenCommand {
  type: 'open';
  threadId: string;
}

/** The answer to an interrupt that is no review. One that does not fit is refused. */
export interface IAnswerCommand {
  type: 'answer';
  threadId: string;
  interruptId: string;
  answer: InterruptAnswer;
}

/**
 * "Try again from here": a branch that begins at a checkpoint, or before a
 * message of the person; with `text`, that message says this instead. Goes on
 * at once; what was reviewed after the fork is reviewed again.
 */
export interface IForkCommand {
  type: 'fork';
  threadId: string;
  from: { checkpointId: string } | { messageId: string };
  text?: string;
}

/** Goes on with another branch of the thread. */
export interface ISwitchCommand {
  type: 'switch';
  threadId: string;
  branch: string;
}

/** Takes back what a run changed, as one undoable step of its notebook. */
export interface IUndoCommand {
  type: 'undo';
  threadId: string;
  runId: string;
  /** Ids of the items of the preview that are to be taken back. */
  items: string[];
  /** "Restart kernel and run up to here", once they are. */
  restart?: boolean;
}

/** Drives the thread from this tab from now on. */
export interface ITakeOverCommand {
  type: 'take-over';
  threadId: string;
}

/**
 * Another tab drives the thread from now on: what streams is cut off and the
 * thread is forgotten. Ends no run, closes no card, writes and tells nothing; a
 * later `open` reads the thread anew. Resolves when nothing works on it any more.
 */
export interface ILeaveCommand {
  type: 'leave';
  threadId: string;
}

export type AgentCommand =
  | IStartCommand
  | IOpenCommand
  | IAnswerCommand
  | IForkCommand
  | ISwitchCommand
  | IUndoCommand
  | ITakeOverCommand
  | ILeaveCommand
  | IResumeCommand
  | IStopCommand
  | IRetryCommand
  | IQueueCommand
  | ITurnRuleCommand
  | IPlanLevelCommand
  | IPolicyChangedCommand
  | IRestartKernelCommand;

/** The agent, as the panel and other extensions see it. */
export interface IAgent {
  /**
   * Takes a command. Resolves when it has taken effect: `start`, `retry` and
   * the `resume` that answers the last call resolve when the run pauses or
   * ends, `stop` when everything has stopped. Never rejects: what goes wrong
   * is an event.
   */
  send(command: AgentCommand): Promise<void>;
  /** Every event from now on, in order. @returns a function that ends it. */
  subscribe(listener: (event: AgentEvent) => void): () => void;
  /** The display log of a thread from its beginning. */
  history(threadId: string): Promise<AgentEvent[]>;
  /** Where a thread stands. */
  getInterruptStatus(threadId: string): Promise<IInterruptStatus>;
  /** What has happened in a thread; nothing of it is loaded before it is asked for. */
  readonly past: IThreadHistory;
  /**
   * What is wrong with arguments that a person edited, in a sentence for them,
   * or null. Where it is absent, only the gate in front of the tool checks.
   */
  validateArgs?(
    tool: string,
    args: Record<string, unknown>
  ): Promise<string | null>;
  /** The skills that `/name` can call beside the notebook in front. */
  skills?(): Promise<readonly ISkillInfo[]>;
  /** Templates, previews and checks of reports. */
  readonly reports?: IReports;
  /** What was learned; null where nothing can be kept. */
  memories?(): Promise<IMemories | null>;
}
