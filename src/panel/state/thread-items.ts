import type {
  CallState,
  Decision,
  IAgentError,
  IAnswerNumber,
  IAttachment,
  InterruptAnswer,
  IReportResult,
  IPlanStep,
  IReviewCard,
  IReviewLimit,
  MemoryKind,
  NoticeCode,
  OpenQuestion,
  PlanEvent,
  ResultThing,
  ReviewLevel
} from '../../contract';

interface IItemBase {
  id: string;
  /**
   * Path of the notebook that its cell marks belong to; empty before any run.
   */
  path: string;
}

/** A message of the person. */
export interface IUserItem extends IItemBase {
  kind: 'user';
  text: string;
  attachments: IAttachment[];
}

/** A message of the model. */
export interface IModelItem extends IItemBase {
  kind: 'model';
  /** null while it streams; the text is in the live state then. */
  text: string | null;
  /** What became of the numbers of an answer. */
  numbers?: readonly IAnswerNumber[];
}

/** The model's reasoning before a message. */
export interface IReasoningItem extends IItemBase {
  kind: 'reasoning';
  /** null while it streams; the text is in the live state then. */
  text: string | null;
}

/**
 * Marks where a summary replaced the earlier messages in what is sent to the
 * model.
 */
export interface ISummaryItem extends IItemBase {
  kind: 'summary';
  text: string;
  /** How many messages it replaces. */
  messages: number;
}

/** The review of a call, if it had one. */
export interface ICallReview {
  interruptId: string;
  card: IReviewCard;
  /** `closed`: the card was never decided, because the run was stopped. */
  status: 'pending' | 'decided' | 'closed';
  /** How long it waits; null for no limit. */
  limit: IReviewLimit | null;
  decision: Decision | null;
  /** `person`, or the standing rule that decided. */
  by: string | null;
}

/** A tool call: its card, the decision on it, and its line. */
export interface ICallItem extends IItemBase {
  kind: 'call';
  tool: string;
  args: Record<string, unknown>;
  text: string;
  state: CallState;
  /** ms since the epoch; null until it starts. */
  startedAt: number | null;
  /** The result as the model reads it; null until it is finished. */
  result: string | null;
  cellId: string | null;
  ms: number | null;
  images: number;
  /** What it returned besides text, including images. */
  things?: readonly ResultThing[];
  review: ICallReview | null;
}

export interface IFinalItem extends IItemBase {
  kind: 'final';
  answer: string;
  /** The answer in a sentence, if the model gave one. */
  summary?: string;
  nextItems: string[];
  numbers?: readonly IAnswerNumber[];
}

export interface INoticeItem extends IItemBase {
  kind: 'notice';
  code: NoticeCode | 'stopped' | 'limit' | 'interrupted';
  text: string;
}

export interface IErrorItem extends IItemBase {
  kind: 'error';
  error: IAgentError;
}

/** A question of the graph other than an approval. */
export interface IInterruptItem extends IItemBase {
  kind: 'interrupt';
  interrupt: OpenQuestion;
  status: 'pending' | 'closed';
  /** null while it waits, and if nobody answered. */
  answer: InterruptAnswer | null;
  by: 'person' | 'timeout' | 'stop' | null;
  /** Why the last answer was refused. */
  problem: string | null;
}

/** Placed at the end of a turn that changed something. */
export interface ITurnItem extends IItemBase {
  kind: 'turn';
  runId: string;
  /** What was undone, in a sentence; null while nothing was. */
  undone: string | null;
}

/** The result of a report. */
export interface IReportItem extends IItemBase {
  kind: 'report';
  result: IReportResult;
}

/** The result of one step of a plan so far. */
export type IStepProgress = Omit<
  Extract<PlanEvent, { type: 'plan-step' }>,
  'type' | 'plan' | 'step'
>;

/** A plan: how its task was understood, its steps, its results. */
export interface IPlanItem extends IItemBase {
  kind: 'plan';
  /** Id of the plan. */
  plan: string;
  /** Id of the message it works on. */
  messageId: string;
  task: string;
  /** null until it is known. */
  route: 'simple_chat' | 'tool_required' | null;
  /** The reason for the approach. */
  why: string;
  clarity: { before: number; after: number } | null;
  /** The task as it was understood; empty until then. */
  enhanced: string;
  steps: IPlanStep[];
  /** By step; absent for a step that has not begun. */
  states: Record<string, IStepProgress>;
  /** How often to ask while it runs. */
  level: ReviewLevel;
  report: { text: string; plain: boolean; next: string[] } | null;
  /** null until it has ended. */
  outcome: 'done' | 'chat' | 'rejected' | 'stopped' | null;
  startedAt: number;
  endedAt: number | null;
}

/** Says that a memory has changed what is done. */
export interface IMemoryItem extends IItemBase {
  kind: 'memory';
  /** Id of the plan's item. */
  plan: string;
  /** What it changed. */
  what: 'clarification' | 'plan' | 'step' | 'tools';
  memory: { kind: MemoryKind; key: string };
  text: string;
}

/** Placed above the message that begins a new task. */
export interface ITaskItem extends IItemBase {
  kind: 'task';
  task: string;
}

/** Anything shown in the thread. */
export type ThreadItem =
  | IUserItem
  | IModelItem
  | IReasoningItem
  | ISummaryItem
  | ICallItem
  | IFinalItem
  | INoticeItem
  | IErrorItem
  | IInterruptItem
  | IPlanItem
  | IMemoryItem
  | ITaskItem
  | ITurnItem
  | IReportItem;

/** A call that has been announced and nothing more. */
export function newCall(
  call: Pick<ICallItem, 'id' | 'path' | 'tool' | 'args' | 'text'>
): ICallItem {
  return {
    kind: 'call',
    ...call,
    state: 'waiting',
    startedAt: null,
    result: null,
    cellId: null,
    ms: null,
    images: 0,
    review: null
  };
}
