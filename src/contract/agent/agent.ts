import type { IMemories } from '../memory';
import type { IPlanOrder, ReviewLevel } from '../plan';
import type { Effect } from '../policy/policy';
import type { IServerTool } from '../policy/server-tool';
import type { ISkillInfo } from '../ports/skills';
import type { IAttachment } from '../ports/workspace';
import type { IReportOrder, IReports } from '../report/reports';
import type { AgentEvent } from './agent-event';
import type { InterruptAnswer } from './interrupt-request';
import type { Decision } from './review-request';
import type { IThreadHistory } from './thread-history';

/** Starts a run: a message from the person in a thread. */
export interface IStartCommand {
  type: 'start';
  threadId: string;
  /** Message id, chosen by the sender; a second start with the same id is ignored. */
  messageId: string;
  text: string;
  /**
   * `ask` offers only tools that read, `plan` makes a plan first; `agent` is
   * the default.
   */
  mode?: AgentMode;
  /** Path of the open notebook to bind to; defaults to the one in front. */
  notebook?: string;
  attachments?: IAttachment[];
  /** Thread whose summary starts this new one; sent with its first message. */
  continues?: string;
  /** Makes this a report; `text` says what it should be about and may be empty. */
  report?: IReportOrder;
  /** What plan mode is asked for besides `text`. */
  plan?: IPlanOrder;
  /** Keys of memories to ignore this time. */
  without?: string[];
}

/** `report` is the mode of a start that has a `report`, and of no other. */
export type AgentMode = 'ask' | 'agent' | 'plan' | 'report';

/**
 * Decisions for calls of a pending interrupt, by call id. Each one is stored as
 * soon as this is called; the run continues once every call has one. If a call
 * already has a decision, a further one is ignored.
 */
export interface IResumeCommand {
  type: 'resume';
  threadId: string;
  interruptId: string;
  decisions: Record<string, Decision>;
  /** Hash of the card each decision was based on, by call id. */
  hashes: Record<string, string>;
  /**
   * Set for "Approve all": the following calls that were announced with the
   * cards. The approvals cover those of them that only run what stood on these
   * cards.
   */
  covers?: string[];
}

/** Ends everything that is going on in the thread. */
export interface IStopCommand {
  type: 'stop';
  threadId: string;
}

/**
 * Repeats the model call that failed, or continues after a limit. The thread's
 * history stays as it was.
 */
export interface IRetryCommand {
  type: 'retry';
  threadId: string;
  /**
   * The mode chosen now; used if nothing was said in the conversation yet, as
   * after an import.
   */
  mode?: AgentMode;
  /** Summarises the conversation first, because it was too long. */
  summarise?: boolean;
}

/** A message sent while a run is active; delivered at the next step. */
export interface IQueueCommand {
  type: 'queue';
  threadId: string;
  messageId: string;
  /** `null` withdraws the message; another text replaces it. */
  text: string | null;
}

/** "Approve the rest of this turn": on or off, at any time. */
export interface ITurnRuleCommand {
  type: 'turn-rule';
  threadId: string;
  on: boolean;
  /** Which effects; by default all except shell and network. */
  effects?: Effect[];
  /** A server's tool; `effects` does not apply then. */
  serverTool?: IServerTool;
}

/** How much to ask for the rest of a plan; can only be made stricter. */
export interface IPlanLevelCommand {
  type: 'plan-level';
  threadId: string;
  level: ReviewLevel;
}

/** The standing rules have changed: pending calls are checked against them again. */
export interface IPolicyChangedCommand {
  type: 'policy-changed';
  threadId: string;
}

/** The person's answer when a kernel does not stop. */
export interface IRestartKernelCommand {
  type: 'restart-kernel';
  threadId: string;
}

/**
 * Restores a thread from an earlier page load: what was waiting is shown and
 * can be decided, decisions not yet applied are applied, and calls that may
 * have run are looked up, never repeated automatically. Does nothing to a
 * thread that is already open.
 */
export interface IOpenCommand {
  type: 'open';
  threadId: string;
}

/** The answer to an interrupt other than a review. One that does not fit is refused. */
export interface IAnswerCommand {
  type: 'answer';
  threadId: string;
  interruptId: string;
  answer: InterruptAnswer;
}

/**
 * "Try again from here": starts a branch at a checkpoint, or before a message
 * of the person; `text` replaces that message. Continues at once; anything
 * reviewed after the fork point is reviewed again.
 */
export interface IForkCommand {
  type: 'fork';
  threadId: string;
  from: { checkpointId: string } | { messageId: string };
  text?: string;
}

/** Continues with another branch of the thread. */
export interface ISwitchCommand {
  type: 'switch';
  threadId: string;
  branch: string;
}

/** Undoes what a run changed, as one undoable step of its notebook. */
export interface IUndoCommand {
  type: 'undo';
  threadId: string;
  runId: string;
  /** Ids of the preview's items to undo. */
  items: string[];
  /** Afterwards also does "Restart kernel and run up to here". */
  restart?: boolean;
}

export type AgentCommand =
  | IStartCommand
  | IOpenCommand
  | IAnswerCommand
  | IForkCommand
  | ISwitchCommand
  | IUndoCommand
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
   * ends, `stop` when everything has stopped. Never rejects: failures are
   * reported as events.
   */
  send(command: AgentCommand): Promise<void>;
  /** Every event from now on, in order. @returns a function that unsubscribes. */
  subscribe(listener: (event: AgentEvent) => void): () => void;
  /** The display log of a thread from its beginning. */
  history(threadId: string): Promise<AgentEvent[]>;
  /** The thread's past; nothing of it is loaded until asked for. */
  readonly past: IThreadHistory;
  /** The skills that `/name` can call for the notebook in front. */
  skills(): Promise<readonly ISkillInfo[]>;
  /** Templates, previews and checks of reports. */
  readonly reports: IReports;
  /** What was learned; null if nothing can be stored. */
  memories(): Promise<IMemories | null>;
}
