import type { DBSchema, IDBPDatabase, StoreNames } from 'idb';
import type {
  IThreadRecord,
  IThreadDraft,
  IThreadMessage,
  AgentEvent,
  IToolImage,
  AgentCommand
} from '../../contract';

/**
 * The database of conversations, one per server and user. `graph` is the id of
 * a thread's branch in LangGraph.
 */
export interface IThreadSchema extends DBSchema {
  threads: {
    key: string;
    value: IThreadRecord;
  };
  /** The highest fence number of a tab that has worked on the thread. */
  fences: { key: string; value: number };
  /** Without Web Locks: which tab works on it, since when (ms). */
  owners: { key: string; value: { tab: string; time: number } };
  drafts: { key: string; value: IThreadDraft };
  events: {
    key: [thread: string, branch: string, seq: number];
    value: AgentEvent;
  };
  calls: {
    key: [thread: string, branch: string, call: string];
    value: ICallRow;
  };
  facts: { key: [thread: string, branch: string, name: string]; value: string };
  images: { key: [thread: string, hash: string]; value: IToolImage };
  checkpoints: {
    key: [graph: string, namespace: string, id: string];
    value: ICheckpointRow;
  };
  /** A channel's value, once per version. */
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
  messages: { key: [thread: string, number: number]; value: StoredValue };
  /**
   * The messages that an imported thread begins with, until it has its own
   * checkpoints.
   */
  imports: { key: string; value: IThreadMessage[] };
  /**
   * Commands for a thread that another tab works on, until they are done, with
   * the fence number of the tab that has taken them.
   */
  inbox: {
    key: [thread: string, number: number, id: string];
    value: { command: AgentCommand; taker: number | null };
  };
  /** Size of a thread in bytes, counted for the state at `updated`. */
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
  /** An `ICallRecord`. */
  record: unknown;
  /** Rises from call to call that is started; set with the intent. */
  order?: number;
}

export interface ICheckpointRow {
  parent: string | null;
  /** Of its `channel_values` only those that have no version. */
  checkpoint: StoredValue;
  metadata: StoredValue;
}

/** A value as written by LangGraph's serialiser: JSON, or bytes. */
export type StoredValue = string | Uint8Array;

export type ThreadStoreName = StoreNames<IThreadSchema>;

/** The type requires an entry for every store. */
const NAMES: Record<ThreadStoreName, true> = {
  threads: true,
  calls: true,
  fences: true,
  owners: true,
  drafts: true,
  events: true,
  facts: true,
  images: true,
  checkpoints: true,
  values: true,
  messages: true,
  imports: true,
  sizes: true,
  inbox: true,
  writes: true
};

export const STORES = Object.keys(NAMES) as ThreadStoreName[];

/** Creates all stores in a new database. */
export function createStores(db: IDBPDatabase<IThreadSchema>): void {
  STORES.forEach(store => db.createObjectStore(store));
}
