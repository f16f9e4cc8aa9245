import type {
  AgentMode,
  Decision,
  IAttachment,
  IForkCommand,
  IModelProviderInfo,
  ISuggestion,
  IThreadRecord
} from '../../contract';

import type { IMentionState } from './mention-at';
import type { IToFill } from './to-fill';
import type { IMessage } from './message';
import type { IRecall } from './recall';
import type { IModelForm } from './model-form';
import { EMPTY_THREAD, type ISettledState } from './thread-view-state';

/** What the middle of the panel shows. */
export type PanelView =
  | 'thread'
  | 'policy'
  | 'debug'
  | 'threads'
  | 'undo'
  | 'timeline'
  | 'audit'
  | 'servers'
  | 'report'
  | 'learned';

/** What the person has put down as the answer to a question. */
export interface IAnswerDraft {
  chosen: string[];
  /** Their own words; `null` while "Something else" is not chosen. */
  other: string | null;
}

/** What waits until the person knows where it goes. */
export type Undisclosed =
  | { kind: 'message'; message: IMessage }
  | { kind: 'retry'; summarise: boolean }
  | { kind: 'fork'; from: IForkCommand['from']; text?: string };

/** Conversations in the file beside a notebook that this browser did not write. */
export interface IFoundThreads {
  /** Name of the file. */
  file: string;
  /** How many the person was not asked about yet. */
  waiting: number;
  /** How many they have left there. */
  left: number;
  /** Takes, or leaves, those that wait; the others where none does. */
  answer(isTaken: boolean): Promise<void>;
}

/** What a command fills into the form of a new server. */
export interface IProposedServer {
  url: string;
  name: string;
}

/** What is filled into the form of a new report. */
export interface INewReport {
  prompt: string;
  /** Id of the template; empty for none. */
  template: string;
  /** Path of the notebook; the one in front where null. */
  notebook: string | null;
  /** Path of an earlier report that is checked instead; null where none is. */
  check?: string | null;
}

/** Everything the panel draws from, besides what streams. */
export interface IPanelState {
  threadId: string;
  thread: ISettledState;
  /** What is kept of the conversation; null while nothing is. */
  record: IThreadRecord | null;
  /** Path of the notebook the conversation belongs to; null before any. */
  home: string | null;
  /** What the file of the notebook in front holds that is not here. */
  found: IFoundThreads | null;
  /** The last conversation with this notebook is being looked for. */
  coming: boolean;
  /** The conversation that was to be shown and could not be read. */
  unopened: string | null;
  /** How many of the first items are left out until they are asked for. */
  from: number;
  view: PanelView;
  /** The turn whose undoing is looked at. */
  undoRun: string | null;
  /** The person's message that the draft is to replace. */
  resending: string | null;
  /** The draft that stood there before. */
  setAside: string;
  /** The conversation whose summary this one is to begin with. */
  continues: { threadId: string; title: string } | null;
  draft: string;
  /** What goes along with the draft. */
  attachments: IAttachment[];
  /** Why something could not be attached, in a sentence; empty for nothing. */
  notAttached: string;
  /** Notebook the draft is meant for; the one in front where null. */
  target: string | null;
  mode: AgentMode;
  mention: IMentionState | null;
  /** What of an MCP server is being filled in. */
  toFill: IToFill | null;
  recall: IRecall | null;
  /** Messages sent, of which the engine has not told yet. */
  outgoing: IMessage[];
  /** Id of the message sent that the engine has told of, and not yet of its run. */
  beginning: string | null;
  /** Messages that begin a run of their own once this one has ended. */
  held: IMessage[];
  undisclosed: Undisclosed | null;
  /** The text of cards whose editor was opened, by call. */
  edits: Record<string, string>;
  /** Cards whose editor is writable now. */
  editing: Record<string, boolean>;
  /** Answers being given to questions, by call or interrupt. */
  answers: Record<string, IAnswerDraft>;
  /** What is filled into forms, by interrupt. */
  forms: Record<string, Record<string, unknown>>;
  /** Reasons being written, by call; `ALL_CARDS` for all at once. */
  rejecting: Record<string, string>;
  /**
   * The conversation that the agent is bringing back, or one that cannot be
   * brought back: nothing is decided in it. Null where none is.
   */
  opening: string | null;
  /** Decisions and answers sent, of which the engine has not told yet. */
  sent: Record<string, Decision['type'] | 'answer'>;
  /** Why an edit was refused at the card, by call. */
  refused: Record<string, string>;
  /** What is unfolded, by a key of the component's own. */
  open: Record<string, boolean>;
  /** The report that is shown in the panel itself; null for the form of a new one. */
  shownReport: string | null;
  /** The form of a new report. */
  newReport: INewReport;
  /** A server that somebody proposes to add; the form takes it from here. */
  proposedServer: IProposedServer | null;
  /** The form of the model's settings; null while it is closed. */
  modelForm: IModelForm | null;
  /** Every provider that can be chosen; null until they were asked for. */
  providers: IModelProviderInfo[] | null;
  suggestions: ISuggestion[];
  /** For the live region; `count` tells two equal sentences apart. */
  announced: { text: string; count: number };
  /** Go up when the workspace, the model or the settings say that they changed. */
  workspaceRevision: number;
  modelRevision: number;
  preferencesRevision: number;
}

/** Key in `rejecting` of the reason for all cards at once. */
export const ALL_CARDS = '*';

/** What begins anew with a conversation. */
export const FRESH = {
  thread: EMPTY_THREAD.settled,
  record: null,
  coming: false,
  unopened: null,
  from: 0,
  view: 'thread',
  undoRun: null,
  resending: null,
  setAside: '',
  continues: null,
  outgoing: [],
  beginning: null,
  held: [],
  undisclosed: null,
  edits: {},
  editing: {},
  answers: {},
  forms: {},
  rejecting: {},
  sent: {},
  opening: null,
  refused: {},
  open: {}
} satisfies Partial<IPanelState>;

/** What a panel begins with, besides its conversation. */
export const BLANK = {
  draft: '',
  attachments: [],
  notAttached: '',
  home: null,
  found: null,
  target: null,
  mode: 'agent',
  mention: null,
  toFill: null,
  recall: null,
  shownReport: null,
  newReport: { prompt: '', template: '', notebook: null },
  proposedServer: null,
  modelForm: null,
  providers: null,
  suggestions: [],
  announced: { text: '', count: 0 },
  workspaceRevision: 0,
  modelRevision: 0,
  preferencesRevision: 0
} satisfies Partial<IPanelState>;

/** The record without one of its keys. */
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
