import type {
  AgentMode,
  Decision,
  IAttachment,
  IForkCommand,
  ISuggestion,
  IThreadRecord,
  MemoryKind
} from '../../contract';
import type { IMentionState, IToFill } from './mention-at';
import type { IMessage } from './message';
import { EMPTY_THREAD } from './thread-view-state';

/** What covers the conversation: a part of `lazy-chunk.ts` by its name, and what it is about. */
export type Page =
  | {
      name: 'audit' | 'debug' | 'newReport' | 'policy' | 'threads' | 'timeline';
    }
  | { name: 'checkReport'; path: string; notebook: string | null }
  /** The memory that it is opened for. */
  | { name: 'learned'; memory?: { kind: MemoryKind; key: string } }
  | { name: 'report'; report: string }
  /** What a command fills into the form of a new server. */
  | { name: 'servers'; proposed?: { url: string; name: string } }
  | { name: 'undo'; runId: string };

/** What a person has begun on a card. */
export interface ICardDraft {
  /** Hash of the card that it was made on. */
  hash: string;
  /** What was typed and chosen, by name of the field. */
  values: Record<string, unknown>;
  /** The action that asks for something before it is sent; null for none. */
  asks: string | null;
}

/** What waits until the person has been told where it goes. */
type Undisclosed = { type: 'start'; message: IMessage } | Repetition;

/** A call to the model that is repeated, or goes on in a branch. */
export type Repetition =
  { type: 'retry'; summarise?: true } | Omit<IForkCommand, 'threadId'>;

/**
 * Conversations in the file beside a notebook that this browser did not write.
 */
export interface IFoundThreads {
  /** Name of the file. */
  file: string;
  /** How many the person has not been asked about yet. */
  waiting: number;
  /** How many they have left in the file. */
  left: number;
  /**
   * Imports or leaves the waiting ones; if none are waiting, the ones that were
   * left.
   */
  answer(isTaken: boolean): Promise<void>;
}

/** Values of the form of a new report. */
export interface INewReport {
  prompt: string;
  /** Id of the template; empty for none. */
  template: string;
  /** Path of the notebook; null for the one in front. */
  notebook: string | null;
}

/** The position while stepping through earlier messages. */
export interface IInputHistory {
  /** Index into the history; its length stands for the draft itself. */
  at: number;
  /** The draft from before the first step. */
  draft: string;
}

/** Id of the card that answers all cards of a step at once. */
export const ALL_CARDS = '*';

/** What is reset with a new conversation. */
export const FRESH = {
  thread: EMPTY_THREAD.settled,
  /** The stored record of the conversation; null while there is none. */
  record: null as IThreadRecord | null,
  /**
   * Whether the last conversation with this notebook is still being looked up.
   */
  coming: false,
  /** Id of the conversation that could not be opened. */
  unopened: null as string | null,
  /** How many of the first items are not drawn until they are asked for. */
  from: 0,
  /** Null while nothing covers the conversation. */
  page: null as Page | null,
  /** The person's message that the draft is to replace, and the draft before. */
  resending: null as { messageId: string; setAside: string } | null,
  /** Whether the draft is sent once its files are read. */
  sendWhenRead: false,
  /** The conversation whose summary this one begins with. */
  continues: null as { threadId: string; title: string } | null,
  /** Messages that were sent and whose run has not begun yet. */
  outgoing: [] as IMessage[],
  /** Messages that each begin a run of their own once this one has ended. */
  held: [] as IMessage[],
  undisclosed: null as Undisclosed | null,
  /** What was begun on cards, by call or interrupt; `ALL_CARDS` for all. */
  cards: {} as Record<string, ICardDraft>,
  /**
   * Decisions and answers that were sent and not yet reported by the engine.
   */
  sent: {} as Record<string, Decision['type'] | 'answer'>,
  /**
   * The conversation that the agent is reopening, or that cannot be reopened:
   * nothing can be decided in it. Null if there is none.
   */
  opening: null as string | null,
  /** Why a press was refused, by call; `ALL_CARDS` for what is on none. */
  refused: {} as Record<string, string>,
  /** Memories that the plan is made without, by key. */
  without: [] as readonly string[]
};

/** The initial state of a panel, apart from its conversation. */
export const BLANK = {
  draft: '',
  /**
   * What was pending when the draft was begun: words that were begun before a
   * question do not answer it on Enter.
   */
  draftBegunAt: [] as readonly string[],
  /** Attachments of the draft. */
  attachments: [] as IAttachment[],
  /** Files that are being read, to be attached to the draft. */
  reading: [] as { names: string[] }[],
  /**
   * Why something could not be attached, in a sentence; empty if nothing
   * failed.
   */
  notAttached: '',
  /**
   * Path of the notebook that the conversation belongs to; null before there is
   * one.
   */
  home: null as string | null,
  /**
   * What the file of the notebook in front contains that is not stored here.
   */
  found: null as IFoundThreads | null,
  /** Path of the notebook the draft is meant for; null for the one in front. */
  target: null as string | null,
  mode: 'agent' as AgentMode,
  mention: null as IMentionState | null,
  /** The MCP server's template or prompt being filled in. */
  toFill: null as IToFill | null,
  inputHistory: null as IInputHistory | null,
  /** Content of the form of a new report. */
  newReport: { prompt: '', template: '', notebook: null } as INewReport,
  /** Whether the form of the model's settings is open. */
  modelForm: false,
  suggestions: [] as ISuggestion[],
  /** Text for the live region; `count` distinguishes two equal sentences. */
  announced: { text: '', count: 0 },
  /**
   * Incremented when the workspace, the model or the settings report a change.
   */
  revision: 0
};

/** Everything that the panel is drawn from, except what streams. */
export type IPanelState = { threadId: string } & typeof FRESH & typeof BLANK;

/** A copy of the record without one of its keys. */
export function omit<T>(
  record: Record<string, T>,
  key: string
): Record<string, T> {
  if (!(key in record)) {
    return record;
  }
  const rest = { ...record };
  delete rest[key];
  return rest;
}

/** Whether a run is in progress or has been requested. */
export function isBusy({
  thread,
  outgoing
}: Pick<IPanelState, 'thread' | 'outgoing'>): boolean {
  return thread.run !== null || outgoing.length > 0;
}

/** Messages that the engine has not reported yet. */
export function undelivered(
  outgoing: readonly IMessage[],
  { items }: IPanelState['thread']
): IMessage[] {
  return outgoing.filter(({ messageId }) => !(messageId in items));
}
