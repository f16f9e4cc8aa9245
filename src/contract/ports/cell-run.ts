/** A request that is about to be sent to the kernel. */
export interface ISentRequest {
  /** `null` if another part of the server sends it. */
  msgId: string | null;
  kernelId: string;
  /**
   * The kernel's own session id, from the header of its messages. It changes
   * with each restart. `null` if no message has been received yet.
   */
  process: string | null;
}

/** An output in the form of nbformat 4.5, with text joined into one string. */
export type CellOutput =
  | { type: 'stream'; name: 'stdout' | 'stderr'; text: string }
  | { type: 'error'; name: string; message: string; traceback: string[] }
  | { type: 'data'; result: boolean; data: Record<string, unknown> };

export interface ICellInfo {
  /** nbformat cell id; the only address of a cell. */
  id: string;
  type: 'code' | 'markdown' | 'raw';
  /** Current position, from 0; for display only. */
  index: number;
  source: string;
  executionCount: number | null;
  /** Currently running or queued on the kernel. */
  running: boolean;
  /** The last error output, if any. */
  error: { name: string; message: string } | null;
  /** Must not be edited (metadata `editable: false`). */
  readOnly: boolean;
}

/** How a run of a cell ended. */
export interface ICellRun {
  /**
   * `ok`, `error` (the code raised), `stopped` (we interrupted it),
   * `interrupted` (somebody else did), `restarted` or `died` (the kernel),
   * `flooded` (output over the limit; interrupted), `closed` (the notebook was
   * closed).
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
  /** Set if the kernel was not idle 5 s after a stop. */
  stuck?: boolean;
  /**
   * Only from `recall`: output that arrived while no page was listening may be
   * missing.
   */
  partial?: boolean;
  /** It is not known whether it ran; the person chose to treat it as done. */
  assumed?: boolean;
}

export interface ICellRunOptions {
  signal: AbortSignal;
  /**
   * Called when the kernel is idle, just before the request is sent. The
   * request is sent once this resolves, and not at all if it rejects.
   */
  onSend?(sent: ISentRequest): Promise<void>;
  /** Called when it waits for the kernel, starts, or waits for input. */
  onState?(state: RunState): void;
}

export type RunState = KernelWait | 'running' | 'waiting-for-input';

/**
 * Why a run waits: for a busy kernel, for the connection to return, or for the
 * person to choose a kernel.
 */
export type KernelWait =
  'waiting-for-kernel' | 'waiting-for-connection' | 'waiting-for-choice';

/** A cell with everything nbformat 4.5 stores about it. */
export interface ICellSnapshot {
  id: string;
  type: 'code' | 'markdown' | 'raw';
  source: string;
  metadata: Record<string, unknown>;
  /** For code cells; absent if they were too large to store. */
  outputs?: unknown[];
  executionCount?: number | null;
  attachments?: Record<string, unknown>;
}

/** One cell to restore. */
export type ICellRestore =
  /** Restores the cell; if it is gone, inserts it after `behind` (null: at the top). */
  | { cell: ICellSnapshot; behind?: string | null }
  | { remove: string }
  | { move: string; behind: string | null };

/** How a cell's outputs were produced. */
export interface ICellRunMark {
  /** Hash of the source that ran. */
  hash: string;
  /** Epoch of the kernel; null if not known. */
  kernel: string | null;
  /** ISO 8601; null if not recorded. */
  at: string | null;
}

/** What we record about a cell's origin (metadata `cellwright`). */
export interface ICellMark {
  call: string;
  /** Model that proposed the cell. */
  model: string;
  /** `person`, or the name of the rule that permitted it. */
  by: string;
  /** ISO 8601. */
  at: string;
  /** Set if the person edited it before approving. */
  edited?: boolean;
  /**
   * The last run we made: the request, the hash of its source, and whether it
   * ended.
   */
  run?: {
    id: string | null;
    hash: string;
    done: boolean;
    /** Epoch of the kernel it ran on, if it was known. */
    kernel?: string;
  };
}
