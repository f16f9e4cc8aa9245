/**
 * Ports: what the engine and the tools need from JupyterLab, in the words of
 * notebooks. `workspace/` implements them; `testing/` has fakes.
 */

/** A problem a person can do something about. The message is shown as it is. */
export class WorkspaceError extends Error {
  /**
   * @param code what kind of problem it is.
   * @param message what happened, to what, and what to do next, translated.
   */
  constructor(
    readonly code: WorkspaceErrorCode,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
    this.name = 'WorkspaceError';
  }
}

export type WorkspaceErrorCode =
  | 'notebook-closed'
  | 'no-such-cell'
  | 'read-only'
  | 'no-kernel'
  | 'kernel-dead'
  | 'kernel-busy'
  | 'not-found'
  | 'too-large'
  | 'outside'
  | 'save-conflict'
  | 'failed';

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
}

export interface IRunOptions {
  signal: AbortSignal;
  /** Called as it waits for the kernel, starts, and waits for input. */
  onState?(state: 'waiting-for-kernel' | 'running' | 'waiting-for-input'): void;
}

export type KernelStatus =
  | 'none'
  | 'starting'
  | 'idle'
  | 'busy'
  | 'restarting'
  | 'dead'
  | 'disconnected';

export interface IKernelInfo {
  status: KernelStatus;
  /** "Python 3 (ipykernel)"; empty without a kernel. */
  displayName: string;
  /** "python", "R" …; empty when not known yet. */
  language: string;
  /** MIME type of the language, for editors. */
  mimeType: string;
  /** Kernel id and number of restarts seen: changes when variables are gone. */
  epoch: string;
}

/**
 * One notebook, by identity and not by focus: follows a rename, outlives a tab
 * switch, and throws `WorkspaceError('notebook-closed')` once it is closed.
 */
export interface INotebook {
  /** Path from the server's root, as it is now. */
  readonly path: string;
  /** Base name of the path. */
  readonly name: string;
  readonly kernel: IKernelInfo;
  /** Whether the document can be changed and saved. */
  readonly readOnly: boolean;
  readonly isOpen: boolean;
  /** All cells in order. */
  cells(): ICellInfo[];
  /** `undefined` when there is no such cell. */
  cell(id: string): ICellInfo | undefined;
  outputs(id: string): CellOutput[];
  /**
   * Inserts through the shared model, undoable, without moving focus, mode,
   * selection or scroll of the person. Markdown is rendered.
   * @param after cell id; the end of the notebook where not given.
   * @returns the new cell's id.
   */
  insertCell(cell: {
    type: 'code' | 'markdown';
    source: string;
    after?: string;
  }): Promise<string>;
  /** Replaces a cell's source through the shared model, as one undoable step. */
  setSource(id: string, source: string): Promise<void>;
  /** Runs a code cell on the notebook's kernel, once the kernel is idle. */
  runCell(id: string, options: IRunOptions): Promise<ICellRun>;
  /**
   * Evaluates our own fixed inspection code, off the notebook, and gives what
   * it prints. Waits for idle. Never used for code that a model wrote.
   */
  inspect(code: string, signal: AbortSignal): Promise<string>;
  /** Saves; a conflict is a `WorkspaceError('save-conflict')`, never a dialog. */
  save(): Promise<void>;
  /** Asks the kernel to restart; used when a person chose it. */
  restartKernel(): Promise<void>;
}

export interface IFileInfo {
  name: string;
  /** From the server's root. */
  path: string;
  type: 'file' | 'directory' | 'notebook';
  /** Bytes; null for directories. */
  size: number | null;
  /** ISO 8601. */
  modified: string;
}

/** The contents API, read side; paths are relative to the server's root. */
export interface IFiles {
  /** @throws WorkspaceError `not-found` | `outside` | `failed` */
  list(path: string): Promise<IFileInfo[]>;
  /** Size and kind without content. */
  stat(path: string): Promise<IFileInfo>;
  /**
   * Text of a file; `null` when it is not text.
   * @throws WorkspaceError `too-large` when it has more than `maxBytes`.
   */
  readText(path: string, maxBytes: number): Promise<string | null>;
}

/** Scales and converts images with the browser's own decoder. */
export interface IImages {
  /**
   * @param source `image/png`, `image/jpeg`, `image/gif`, `image/webp` as base64, or
   * `image/svg+xml` as text.
   * @returns PNG or JPEG of at most `maxSize` px on its longer side; null when
   * it can't be decoded.
   */
  toImage(
    source: { mimeType: string; data: string },
    maxSize: number
  ): Promise<{
    mimeType: string;
    data: string;
    width: number;
    height: number;
  } | null>;
}

/** What the panel shows of the workspace at any moment. */
export interface IWorkspaceStatus {
  /** The notebook a message would be bound to; null when none is open. */
  notebook: { path: string; name: string; readOnly: boolean } | null;
  kernel: IKernelInfo;
}

/** The workspace as a whole. */
export interface IWorkspace {
  readonly status: IWorkspaceStatus;
  /** @returns a function that ends the subscription. */
  onStatusChange(listener: () => void): () => void;
  /** Binds to the notebook in front. @throws WorkspaceError when there is none. */
  bind(): INotebook;
  readonly files: IFiles;
  readonly images: IImages;
  /** The label a cell has now: its execution count, `[5]`, else its position, `#4`; null when gone. */
  cellLabel(path: string, cellId: string): string | null;
  /** Scrolls to a cell and makes it active; opens the notebook where needed. */
  revealCell(path: string, cellId: string): Promise<void>;
  /** What the empty state can offer, read from the notebook at hand. */
  suggestions(): Promise<ISuggestion[]>;
}

/** One thing to try. */
export interface ISuggestion {
  /** "Explore penguins.csv"; may hold cell marks. */
  title: string;
  /** "344 rows, 8 columns, next to this notebook" */
  detail: string;
  /** The message it sends. */
  prompt: string;
}

/** By name and not by class: two bundled copies of this file can meet. */
export function isWorkspaceError(error: unknown): error is WorkspaceError {
  return error instanceof Error && error.name === 'WorkspaceError';
}
