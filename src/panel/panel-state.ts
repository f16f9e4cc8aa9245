import type { Decision, ISuggestion } from '../contract';

import type { IRecall } from './message-history';
import type { IModelForm } from './model-form';
import { EMPTY_THREAD, type ISettledState } from './thread-state';

/** Everything the panel draws from, besides what streams. */
export interface IPanelState {
  threadId: string;
  thread: ISettledState;
  draft: string;
  recall: IRecall | null;
  /** Messages sent, of which the engine has not told yet. */
  outgoing: { messageId: string; text: string }[];
  /** The text of cards whose editor was opened, by call. */
  edits: Record<string, string>;
  /** Cards whose editor is writable now. */
  editing: Record<string, boolean>;
  /** Reasons being written, by call; `ALL_CARDS` for all at once. */
  rejecting: Record<string, string>;
  /** Decisions sent, of which the engine has not told yet, by call. */
  sent: Record<string, Decision['type']>;
  /** Why an edit was refused at the card, by call. */
  refused: Record<string, string>;
  /** What is unfolded, by a key of the component's own. */
  open: Record<string, boolean>;
  /** The form of the model's settings; null while it is closed. */
  modelForm: IModelForm | null;
  suggestions: ISuggestion[];
  /** For the live region; `count` tells two equal sentences apart. */
  announced: { text: string; count: number };
  /** Go up when the workspace or the model says that it changed. */
  workspaceRevision: number;
  modelRevision: number;
}

/** Key in `rejecting` of the reason for all cards at once. */
export const ALL_CARDS = '*';

/** What begins anew with a conversation. */
export const FRESH = {
  thread: EMPTY_THREAD.settled,
  outgoing: [],
  edits: {},
  editing: {},
  rejecting: {},
  sent: {},
  refused: {},
  open: {}
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
