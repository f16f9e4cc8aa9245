import type {
  CallState,
  Decision,
  IAgentError,
  IAttachment,
  InterruptAnswer,
  IReportResult,
  IPlanStep,
  IReviewCard,
  IReviewLimit,
  MemoryKind,
  NoticeCode,
  PendingQuestion,
  PlanEvent,
  ResultThing,
  ReviewLevel
} from '../../contract';

interface IItemBase {
  id: string;
  /** Path of the notebook its cell marks belong to; empty before any run. */
  path: string;
}

/** Something the person said. */
export interface IUserItem extends IItemBase {
  kind: 'user';
  text: string;
  attachments: IAttachment[];
}

/** Something the model said. */
export interface IModelItem extends IItemBase {
  kind: 'model';
  /** null while it streams; the words are in the live state then. */
  text: string | null;
}

/** What the model thought aloud before it said something. */
export interface IReasoningItem extends IItemBase {
  kind: 'reasoning';
  /** null while it streams; the words are in the live state then. */
  text: string | null;
}

/** Stands where the model began to be sent a summary of what is above. */
export interface ISummaryItem extends IItemBase {
  kind: 'summary';
  text: string;
  /** How many messages it stands for. */
  messages: number;
}

/** The review a call went through, if it went through one. */
export interface ICallReview {
  interruptId: string;
  card: IReviewCard;
  /** `closed` is a card that was never decided: the run was stopped. */
  status: 'pending' | 'decided' | 'closed';
  /** How long it waits; null: for ever. */
  limit: IReviewLimit | null;
  decision: Decision | null;
  /** `person`, or the standing rule. */
  by: string | null;
}

/** A call to a tool: its card, what was decided on it, and its line. */
export interface ICallItem extends IItemBase {
  kind: 'call';
  tool: string;
  args: Record<string, unknown>;
  text: string;
  state: CallState;
  /** ms since the epoch; null until it starts. */
  startedAt: number | null;
  /** What the model reads of it; null until it is finished. */
  result: string | null;
  ranArgs: Record<string, unknown> | null;
  cellId: string | null;
  ms: number | null;
  images: number;
  /** What there is beside the words, images too. */
  things?: readonly ResultThing[];
  review: ICallReview | null;
}

export interface IFinalItem extends IItemBase {
  kind: 'final';
  answer: string;
  /** The answer in a sentence, where the model gave one. */
  summary?: string;
  nextItems: string[];
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

/** Something a node of the graph asked, besides approval. */
export interface IInterruptItem extends IItemBase {
  kind: 'interrupt';
  interrupt: PendingQuestion;
  status: 'pending' | 'closed';
  /** null while it waits, and where nobody answered. */
  answer: InterruptAnswer | null;
  by: 'person' | 'timeout' | 'stop' | null;
  /** Why the last answer was refused. */
  problem: string | null;
}

/** Stands at the end of a turn that changed something. */
export interface ITurnItem extends IItemBase {
  kind: 'turn';
  runId: string;
  /** What was taken back, in a sentence; null while nothing was. */
  undone: string | null;
}

/** What came of a report. */
export interface IReportItem extends IItemBase {
  kind: 'report';
  result: IReportResult;
}

/** What came of one step of a plan so far. */
export type IStepProgress = Omit<
  Extract<PlanEvent, { type: 'plan-step' }>,
  'type' | 'plan' | 'step'
>;

/** A plan: how its task was understood, its steps, what came of them. */
export interface IPlanItem extends IItemBase {
  kind: 'plan';
  /** Id of the plan. */
  plan: string;
  /** The message it works on. */
  messageId: string;
  task: string;
  /** null until it is known. */
  route: 'simple_chat' | 'tool_required' | null;
  /** Why that way. */
  why: string;
  clarity: { before: number; after: number } | null;
  /** The task as it was understood; empty until it is. */
  enhanced: string;
  steps: IPlanStep[];
  /** By step; one that is not there has not begun. */
  states: Record<string, IStepProgress>;
  /** How much is asked while it runs. */
  level: ReviewLevel;
  report: { text: string; plain: boolean } | null;
  /** null until it has ended. */
  outcome: 'done' | 'chat' | 'rejected' | 'stopped' | null;
  startedAt: number;
  endedAt: number | null;
}

/** Something learned has changed what is done. */
export interface IMemoryItem extends IItemBase {
  kind: 'memory';
  /** Id of the plan's item. */
  plan: string;
  /** What it has changed. */
  what: 'clarification' | 'plan' | 'step' | 'tools';
  memory: { kind: MemoryKind; key: string };
  text: string;
}

/** Stands above the message that a new task begins with. */
export interface ITaskItem extends IItemBase {
  kind: 'task';
  task: string;
}

/** One thing in the thread. */
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

/** A call that has been shown and nothing more. */
export function newCall(
  call: Pick<ICallItem, 'id' | 'path' | 'tool' | 'args' | 'text'>
): ICallItem {
  return {
    kind: 'call',
    ...call,
    state: 'waiting',
    startedAt: null,
    result: null,
    ranArgs: null,
    cellId: null,
    ms: null,
    images: 0,
    review: null
  };
}

/** A plan of which nothing is known but its task. */
export function newPlan(
  plan: Pick<
    IPlanItem,
    'id' | 'path' | 'plan' | 'messageId' | 'task' | 'startedAt'
  >
): IPlanItem {
  return {
    kind: 'plan',
    ...plan,
    route: null,
    why: '',
    clarity: null,
    enhanced: '',
    steps: [],
    states: {},
    level: 'cell',
    report: null,
    outcome: null,
    endedAt: null
  };
}
