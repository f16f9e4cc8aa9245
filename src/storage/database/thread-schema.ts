import type { DBSchema, StoreNames, IDBPTransaction } from 'idb';
import type {
  IThreadRecord,
  IThreadDraft,
  AgentEvent,
  IToolImage,
  AgentCommand,
  TabAnswer
} from '../../contract';

/**
 * What is kept of conversations, one database for each server and user. A
 * string of more than `LONG` characters stands in `texts`, once, by its hash
 * (`long-texts.ts`); `graph` is the id of a thread's branch in LangGraph.
 */
export interface IThreadSchema extends DBSchema {
  threads: {
    key: string;
    value: IThreadRecord;
    indexes: { notebook: string };
  };
  /** The highest number a tab was given that drives the thread. */
  fences: { key: string; value: number };
  /** Where Web Locks are absent: who drives it, until when (ms). */
  leases: { key: string; value: { tab: string; until: number } };
  drafts: { key: string; value: IThreadDraft };
  events: {
    key: [thread: string, branch: string, seq: number];
    value: AgentEvent;
  };
  calls: {
    key: [thread: string, branch: string, call: string, attempt: number];
    value: ICallRow;
    indexes: { begun: [thread: string, branch: string, order: number] };
  };
  facts: { key: [thread: string, branch: string, name: string]; value: string };
  images: { key: [thread: string, hash: string]; value: IToolImage };
  texts: { key: [thread: string, hash: string]; value: string };
  checkpoints: {
    key: [graph: string, namespace: string, id: string];
    value: ICheckpointRow;
  };
  /** A channel's value, once a version. */
  values: {
    key: [
      graph: string,
      namespace: string,
      channel: string,
      version: string | number
    ];
    value: StoredValue;
  };
  /** Each message once, for all branches of the thread. */
  messages: { key: [thread: string, key: number]; value: StoredValue };
  /** Each list of messages once, as what changed against an earlier one. */
  lists: { key: [thread: string, id: number]; value: IListRow };
  /** What a thread from a file begins with, until it has checkpoints of its own. */
  imports: { key: string; value: unknown };
  /**
   * What one tab asks of the one that drives the thread, until that takes it, and
   * what that answers, until it is read.
   */
  asks: {
    key: [thread: string, id: string];
    value:
      | { command: AgentCommand; time: number }
      | { answer: TabAnswer; time: number };
  };
  /** Bytes of a thread as they were counted when it had last changed then. */
  sizes: { key: string; value: { updated: number; bytes: number } };
  writes: {
    key: [
      graph: string,
      namespace: string,
      checkpoint: string,
      task: string,
      index: number
    ];
    value: { channel: string; value: StoredValue };
  };
}

export interface ICallRow {
  /** An `ICallRecord` without its long texts. */
  record: unknown;
  /** Its place among the calls of its branch that were begun; set with the intent. */
  begun?: [thread: string, branch: string, order: number];
}

export interface ICheckpointRow {
  parent: string | null;
  /** Without `channel_values`. */
  checkpoint: StoredValue;
  metadata: StoredValue;
}

/** A value as LangGraph's serialiser writes it, its long texts folded. */
export type StoredValue = { json: unknown } | { bytes: Uint8Array };

/**
 * The keys of a list's messages: the first `keep` of the list `base`, then
 * `add`. `whole` is the list without a base that the chain ends in; all lists
 * between have ids between.
 */
export interface IListRow {
  base: number | null;
  whole: number;
  keep: number;
  add: number[];
}

export type ThreadStore = StoreNames<IThreadSchema>;
export type ThreadWrite<S extends ThreadStore[]> = IDBPTransaction<
  IThreadSchema,
  S,
  'readwrite'
>;
