import type {
  CallState,
  Decision,
  IAgentError,
  IAttachment,
  InterruptAnswer,
  IReportResult,
  IReviewCard,
  IReviewLimit,
  NoticeCode,
  PendingQuestion
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
