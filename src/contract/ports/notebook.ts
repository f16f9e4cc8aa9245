import type {
  INotebookIdentity,
  NotebookMark
} from '../policy/notebook-binding';
import type {
  ICellInfo,
  CellOutput,
  IRunOptions,
  ICellRun,
  ICellSnapshot,
  ICellRestore,
  ICellMark,
  ICellRunMark
} from './cell-run';
import type { IKernelInfo } from './kernel-info';
import type { ISentRequest } from './sent-request';

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
   * What this page heard of the cell's last run, whoever began it; null where it
   * ran before the page was loaded, elsewhere, or is running.
   */
  runOf(id: string): ICellRunMark | null;
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
