import type { ISentRequest } from './sent-request';

/** An output as nbformat 4.5 stores it, text joined to one string. */
export type CellOutput =
  | { type: 'stream'; name: 'stdout' | 'stderr'; text: string }
  | { type: 'error'; name: string; message: string; traceback: string[] }
  | { type: 'data'; result: boolean; data: Record<string, unknown> };

export interface ICellInfo {
  /** nbformat cell id; the only address of a cell. */
  id: string;
  type: 'code' | 'markdown' | 'raw';
  /** Position now, from 0; for display only. */
  index: number;
  source: string;
  executionCount: number | null;
  /** Running or queued on the kernel now. */
  running: boolean;
  /** The last error output, if any. */
  error: { name: string; message: string } | null;
  /** May not be edited (metadata `editable: false`). */
  readOnly: boolean;
}

/** How a run of a cell ended. */
export interface ICellRun {
  /**
   * `ok`, `error` (the code raised), `stopped` (we interrupted it),
   * `interrupted` (somebody else did), `restarted` or `died` (the kernel),
   * `flooded` (output past the limit; interrupted), `closed` (the notebook was).
   */
  status:
    | 'ok'
    | 'error'
    | 'stopped'
    | 'interrupted'
    | 'restarted'
    | 'died'
    | 'flooded'
    | 'closed';
  outputs: CellOutput[];
  executionCount: number | null;
  /** Time on the kernel, in ms. */
  ms: number;
  /** Set when the kernel was not idle 5 s after a stop. */
  stuck?: boolean;
  /** Of `recall`: output that came while no page listened may be missing. */
  partial?: boolean;
  /** Of `recall`: it came to its end, and nobody knows whether by an error. */
  unheard?: boolean;
  /** Nobody knows whether it ran; a person said to take it as done. */
  assumed?: boolean;
}

export interface IRunOptions {
  signal: AbortSignal;
  /**
   * Called when the kernel is idle and the request is about to leave; it leaves
   * once this resolves, and not at all when it rejects.
   */
  onSend?(sent: ISentRequest): Promise<void>;
  /** Called as it waits for the kernel, starts, and waits for input. */
  onState?(state: RunState): void;
}

export type RunState = KernelWait | 'running' | 'waiting-for-input';

/** What the kernel is waited for: to be free, or to be heard again at all. */
export type KernelWait = 'waiting-for-kernel' | 'waiting-for-connection';

/** A cell with all that is stored of it, as nbformat 4.5 does. */
export interface ICellSnapshot {
  id: string;
  type: 'code' | 'markdown' | 'raw';
  source: string;
  metadata: Record<string, unknown>;
  /** Of code cells; absent where they were too large to keep. */
  outputs?: unknown[];
  executionCount?: number | null;
  attachments?: Record<string, unknown>;
}

/** One thing to put back. */
export type ICellRestore =
  /** Makes it as it was; where it is gone, behind `behind` (null: at the top). */
  | { cell: ICellSnapshot; behind?: string | null }
  | { remove: string }
  | { move: string; behind: string | null };

/** What a cell's outputs came from. */
export interface ICellRunMark {
  /** Of its source as it ran. */
  hash: string;
  /** Epoch of the kernel; null where it is not known. */
  kernel: string | null;
  /** ISO 8601; null where nobody noted it. */
  at: string | null;
}

/** What we note on a cell (metadata `cellwright`): where it came from. */
export interface ICellMark {
  call: string;
  /** Model that proposed it. */
  model: string;
  /** `person`, or the rule that let it through. */
  by: string;
  /** ISO 8601. */
  at: string;
  /** The person edited it first. */
  edited?: boolean;
  /** Last run by us: the request, the hash of its source, and whether it ended. */
  run?: {
    id: string | null;
    hash: string;
    done: boolean;
    /** Epoch of the kernel it ran on; of an earlier version, not noted. */
    kernel?: string;
  };
}
