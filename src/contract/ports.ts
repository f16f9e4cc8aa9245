/**
 * Ports: what the engine and the tools need from JupyterLab, in the words of
 * notebooks. `workspace/` implements them; `testing/` has fakes.
 */
import type { ISentRequest } from './journal';
import type { INotebookIdentity, NotebookMark } from './notebook-binding';

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
  /** On the list of files that are never read. */
  | 'denied'
  | 'exists'
  /** Changed since it was read. */
  | 'changed'
  | 'bad-pattern'
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
  run?: { id: string | null; hash: string; done: boolean };
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
  /** Jupyter's own id of it, the same after a restart; absent without a kernel. */
  id?: string;
  /** "Python 3 (ipykernel)"; empty without a kernel. */
  displayName: string;
  /** "python", "R" …; empty when not known yet. */
  language: string;
  /** MIME type of the language, for editors. */
  mimeType: string;
  /** Changes when variables are gone; the same after a reload of the page. */
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
  /** What a rule for this notebook is compared with. */
  readonly identity: INotebookIdentity;
  readonly kernel: IKernelInfo;
  /** Whether the document can be changed and saved. */
  readonly readOnly: boolean;
  readonly isOpen: boolean;
  /** The cell the person is in; null without a notebook view. */
  readonly activeCellId: string | null;
  /** That cell, where it is empty and a new one may take its place; else null. */
  readonly spareCellId: string | null;
  /** All cells in order. */
  cells(): ICellInfo[];
  /** `undefined` when there is no such cell. */
  cell(id: string): ICellInfo | undefined;
  outputs(id: string): CellOutput[];
  /** An id for a cell that is to be inserted. */
  newCellId(): string;
  /**
   * Inserts through the shared model, undoable, without moving focus, mode,
   * selection or scroll of the person. Markdown is rendered.
   * An empty cell at that place, in which nobody types, makes room for it.
   * @param after cell id; the end of the notebook where not given.
   * @returns the new cell's id.
   */
  insertCell(cell: {
    type: 'code' | 'markdown';
    source: string;
    after?: string;
    /** The id it gets; one of its own where not given. */
    id?: string;
  }): Promise<string>;
  /** Replaces a cell's source through the shared model, as one undoable step. */
  setSource(id: string, source: string): Promise<void>;
  /** Deletes a cell, undoable, without moving the person's place. */
  deleteCell(id: string): Promise<void>;
  /**
   * Moves a cell behind another one, or to the top (`null`); undoable, and a
   * cell that runs goes on running.
   */
  moveCell(id: string, after: string | null): Promise<void>;
  /**
   * Runs code without a cell, once the kernel is idle: nothing is stored in the
   * history or the notebook, and it cannot ask for input.
   */
  runScratch(code: string, options: IRunOptions): Promise<ICellRun>;
  /** Runs a code cell on the notebook's kernel, once the kernel is idle. */
  runCell(id: string, options: IRunOptions): Promise<ICellRun>;
  /**
   * Evaluates our own fixed inspection code, off the notebook, and gives what
   * it prints. While a cell runs it goes through a subshell where the kernel
   * has them. Never used for code that a model wrote.
   * @throws WorkspaceError `kernel-busy` where there is no subshell.
   */
  inspect(code: string, signal: AbortSignal): Promise<string>;
  /** A cell as it is, to be put back; undefined where there is none. */
  snapshot(id: string): ICellSnapshot | undefined;
  /**
   * Puts cells back as they were, all of it one undoable step.
   * @throws WorkspaceError `read-only` | `notebook-closed`, and `kernel-busy` where
   * one of them is running; nothing is changed then.
   */
  restore(steps: ICellRestore[]): Promise<void>;
  /**
   * Makes a mark that a rule for this notebook can know it by, and no other has.
   * @param noted whether it may be noted in the notebook: then that is a new id,
   * whatever stood there before. No undo step of its own.
   */
  identify(noted: boolean): NotebookMark;
  /** What we noted on a cell, in its metadata. Copies of a cell carry it too. */
  markOf(id: string): ICellMark | undefined;
  /**
   * Notes it, or removes it (`undefined`); no undo step of its own. Does nothing
   * in a read-only notebook. @throws WorkspaceError `no-such-cell`
   */
  mark(id: string, mark: ICellMark | undefined): void;
  /**
   * What became of a request that an earlier page sent: waits where the kernel
   * still works on it. `not-run` where the kernel did not run it and never will;
   * null where nothing is known. Never sends it.
   * @param cellId null for code without a cell.
   * @throws WorkspaceError where notebook or connection is lost, and the signal's
   * reason when it is stopped before the request is known to be ours.
   */
  recall(
    cellId: string | null,
    sent: ISentRequest & { hash: string; callId: string },
    options: IRunOptions
  ): Promise<ICellRun | 'not-run' | null>;
  /** Saves; a conflict is a `WorkspaceError('save-conflict')`, never a dialog. */
  save(): Promise<void>;
  /**
   * Asks the kernel to restart; used when a person chose it. Resolves once it
   * has been.
   * @param upTo id of the cell up to which the cells are run then, as if the
   * person did.
   */
  restartKernel(upTo?: string): Promise<void>;
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

/** A text file, and which one it was: a write compares. */
export interface ITextFile {
  text: string;
  /** Opaque; equal as long as the text is. Of an open document: of its text now. */
  version: string;
  /** Open in an editor: written through its shared model. */
  isOpen: boolean;
}

/** Cells of a notebook that need not be open. */
export interface INotebookFile {
  path: string;
  /** Open: as it is now, unsaved edits included. */
  isOpen: boolean;
  cells: { id: string; type: 'code' | 'markdown' | 'raw'; source: string }[];
}

/** The contents API; paths are relative to the server's root. */
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
  /** Text with its version; null when it is not text. Errors as `readText`. */
  openText(path: string, maxBytes: number): Promise<ITextFile | null>;
  /**
   * Writes a text file; an open document through its shared model, then saved.
   * Folders on the way are made.
   * @param expected the version that was read; null for a new file.
   * @throws WorkspaceError `exists` | `changed` | `outside` | `read-only` | `failed`
   */
  writeText(path: string, text: string, expected: string | null): Promise<void>;
  /**
   * Deletes a text file that is still the one that is expected.
   * @param expected the version that was read or written.
   * @throws WorkspaceError `not-found` | `changed` | `read-only` | `outside` | `failed`
   */
  deleteFile(path: string, expected: string): Promise<void>;
  /** @throws WorkspaceError as `readText`, and `failed` for what is no notebook. */
  readNotebook(path: string): Promise<INotebookFile>;
  /**
   * Files under a folder that hold a literal text, by a fast search where the
   * server has one; null where it has none. May name too many, never too few.
   */
  preselect?(
    literal: string,
    folder: string,
    signal: AbortSignal
  ): Promise<string[] | null>;
}

/** One line that matched. */
export interface IPatternMatch {
  /** Index into the texts that were given. */
  text: number;
  /** From 1. */
  line: number;
  content: string;
}

/** JavaScript regular expressions over lines, in a worker that is ended at a time limit. */
export interface IPatterns {
  /**
   * @param limits `matches` in all; `ms` for the whole search.
   * @throws WorkspaceError `bad-pattern` for a bad expression or one that takes too long.
   */
  find(
    pattern: string,
    texts: string[],
    limits: { matches: number; ms: number },
    signal: AbortSignal
  ): Promise<{ matches: IPatternMatch[]; cut: boolean }>;
}

export interface ICommandRun {
  /** `failed`: it could not be begun. */
  status: 'done' | 'timeout' | 'stopped' | 'failed';
  exitCode: number | null;
  stdout: string;
  /** Empty where a terminal mixes both into `stdout`. */
  stderr: string;
  /** Set when the streams could not be told apart. */
  merged?: boolean;
  /** Set when output past the limit was dropped. */
  cut?: boolean;
  ms: number;
}

/** Commands on the server's machine. */
export interface IShell {
  /** Whether there is one: asked once a run. `why` is for the person. */
  availability(): Promise<
    { ok: true; how: 'kernel' | 'terminal' } | { ok: false; why: string }
  >;
  /**
   * @param cwd from the server's root.
   * @param timeout ms; then its process group is killed.
   * @throws WorkspaceError
   */
  run(
    command: { command: string; stdin: string; timeout: number; cwd: string },
    options: {
      signal: AbortSignal;
      onOutput(chunk: { stream: 'stdout' | 'stderr'; text: string }): void;
    }
  ): Promise<ICommandRun>;
}

/**
 * Programs of the server's machine for code of ours, never for a tool's
 * arguments as a line: what a model wrote can only be one argument.
 */
export interface IPrograms {
  /**
   * @param argv name and arguments, which no shell reads.
   * @param beside a file in `cwd`; where it is not there, nothing is begun.
   * @returns null where only a terminal runs commands, or nothing does.
   * @throws WorkspaceError
   */
  runProgram(
    program: {
      argv: readonly [string, ...string[]];
      beside: string;
      timeout: number;
      /** From the server's root. */
      cwd: string;
    },
    signal: AbortSignal
  ): Promise<ICommandRun | null>;
}

/** A node of parsed code and the way to the next; a tree cursor of Lezer is one. */
export interface ISyntaxCursor {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly type: { readonly isError: boolean };
  firstChild(): boolean;
  nextSibling(): boolean;
  parent(): boolean;
}

/** The parser of a language; one of Lezer is one. */
export interface IGrammar {
  /** Parses step by step; `advance` gives the tree once it is done. */
  startParse(code: string): {
    advance(): { cursor(): ISyntaxCursor } | null;
  };
}

/** The parsers of JupyterLab's own editors. */
export interface IGrammars {
  /**
   * Loads what is not there yet; may be called again and never rejects. To be
   * awaited before the first call is looked at.
   */
  load(): Promise<void>;
  /** Python's; null until it is loaded, and where it could not be. */
  readonly python: IGrammar | null;
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
  /** Where the server has its files; empty where that is not known. */
  readonly root: string;
  /** @returns a function that ends the subscription. */
  onStatusChange(listener: () => void): () => void;
  /**
   * Binds to the notebook in front, or to the open one with this path.
   * @throws WorkspaceError when there is none.
   */
  bind(path?: string): INotebook;
  readonly files: IFiles;
  readonly shell: IShell;
  readonly patterns: IPatterns;
  readonly images: IImages;
  readonly grammars: IGrammars;
  /**
   * The label a cell has now: its execution count, `[5]`, else its position, `#4`;
   * null when gone. Takes the beginning of an id where one cell has it alone.
   */
  cellLabel(path: string, cellId: string): string | null;
  /** Whether the notebook with this path is open, so that its cells are known. */
  isOpen(path: string): boolean;
  /** Opens a notebook where it is not open. @throws WorkspaceError */
  open(path: string): Promise<INotebook>;
  /**
   * Reads an open notebook anew where another page has saved it and nothing in
   * this one is unsaved. Never rejects: a conflict is told when it is saved.
   */
  refresh(path: string): Promise<void>;
  /** A file was renamed or moved. @returns a function that ends the subscription. */
  onMove(listener: (from: string, to: string) => void): () => void;
  /**
   * Scrolls to a cell and makes it active; opens the notebook where needed. Takes
   * the beginning of an id where one cell has it alone.
   * @throws WorkspaceError which cells it may be, where it is none or several.
   */
  revealCell(path: string, cellId: string): Promise<void>;
  /**
   * What `@` completes: cells of the notebook in front, its variables, files
   * near it. Best matches first, at most 20.
   */
  mentions(query: string): Promise<IMention[]>;
  /** What the empty state can offer, read from the notebook at hand. */
  suggestions(): Promise<ISuggestion[]>;
}

/** Something that can go along with a message. */
export interface IMention {
  attachment: IAttachment;
  /** "[5] df = load()", "penguins: DataFrame", "data/a.csv" */
  label: string;
  detail: string;
}

/** What a person attached to a message; shown as a chip. */
export type IAttachment =
  | {
      kind: 'cell';
      cellId: string;
      /** Path of its notebook. */
      notebook: string;
      /** Selected text of it, where only that is meant. */
      selection?: string;
    }
  | { kind: 'variable'; name: string }
  | { kind: 'file'; path: string };

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
