import type {
  INotebookIdentity,
  NotebookMark
} from '../policy/notebook-binding';
import type {
  ICellInfo,
  CellOutput,
  ICellRunOptions,
  ICellRun,
  ICellSnapshot,
  ICellRestore,
  ICellMark,
  ICellRunMark,
  ISentRequest
} from './cell-run';
import type { IKernelInfo } from './kernel-info';

/**
 * One particular notebook, not the one in focus: follows a rename, survives
 * switching tabs, and throws `WorkspaceError('notebook-closed')` once it is
 * closed.
 */
export interface INotebook {
  /** Current path from the server's root. */
  readonly path: string;
  /** Base name of the path. */
  readonly name: string;
  /** What rules for this notebook are compared with. */
  readonly identity: INotebookIdentity;
  readonly kernel: IKernelInfo;
  /** Whether the document cannot be changed and saved. */
  readonly readOnly: boolean;
  readonly isOpen: boolean;
  /** The cell the person is in; null without a notebook view. */
  readonly activeCellId: string | null;
  /**
   * The active cell, if it is empty and a new cell may take its place;
   * otherwise null.
   */
  readonly spareCellId: string | null;
  /** All cells in order. */
  cells(): ICellInfo[];
  /** `undefined` if there is no such cell. */
  cell(id: string): ICellInfo | undefined;
  outputs(id: string): CellOutput[];
  /** An id for a cell that is about to be inserted. */
  newCellId(): string;
  /**
   * Inserts through the shared model, undoable, without moving the person's
   * focus, mode, selection or scroll position. Markdown is rendered. An empty
   * cell at that place is replaced, unless somebody is typing in it.
   * @param after cell id; null for the top, by default the end of the notebook.
   * @returns the new cell's id.
   */
  insertCell(cell: {
    type: 'code' | 'markdown';
    source: string;
    after?: string | null;
    /** Id of the new cell; by default a new one is made. */
    id?: string;
  }): Promise<string>;
  /** Replaces a cell's source through the shared model, as one undoable step. */
  setSource(id: string, source: string): Promise<void>;
  /** Deletes a cell, undoable, without moving the person's position. */
  deleteCell(id: string): Promise<void>;
  /**
   * Moves a cell after another one, or to the top (`null`); undoable. A running
   * cell keeps running.
   */
  moveCell(id: string, after: string | null): Promise<void>;
  /**
   * Runs code without a cell once the kernel is idle. Nothing is stored in the
   * history or the notebook, and the code cannot ask for input.
   */
  runScratch(code: string, options: ICellRunOptions): Promise<ICellRun>;
  /**
   * Code that ran on the present kernel, as far as this page knows: without a
   * cell, or in one that may have been changed or deleted since.
   */
  readonly ranCode: readonly string[];
  /** Runs a code cell on the notebook's kernel, once the kernel is idle. */
  runCell(id: string, options: ICellRunOptions): Promise<ICellRun>;
  /**
   * Evaluates our own fixed inspection code, outside the notebook, and returns
   * what it prints. While a cell is running it uses a subshell, if the kernel
   * supports that. Never used for code a model wrote.
   * @throws WorkspaceError `kernel-busy` if there is no subshell.
   */
  inspect(code: string, signal: AbortSignal): Promise<string>;
  /**
   * A cell's current state, for restoring it later; undefined if there is no
   * such cell.
   */
  snapshot(id: string): ICellSnapshot | undefined;
  /**
   * Restores cells to an earlier state, all as one undoable step.
   * @throws WorkspaceError `read-only` | `notebook-closed`, or `kernel-busy` if
   * one of the cells is running; nothing is changed then.
   */
  restore(steps: ICellRestore[]): Promise<void>;
  /**
   * Makes a mark by which a rule can recognise this notebook and no other.
   * @param noted whether it may be stored in the notebook. If so it is a new id
   * that replaces any earlier one. Not an undo step of its own.
   */
  identify(noted: boolean): NotebookMark;
  /** Our mark in a cell's metadata. A copy of a cell carries it too. */
  markOf(id: string): ICellMark | undefined;
  /**
   * What this page observed of the cell's last run, whoever started it; null if
   * the cell is running, or ran elsewhere or before the page was loaded.
   */
  runOf(id: string): ICellRunMark | null;
  /**
   * Stores a mark on a cell, or removes it (`undefined`); not an undo step of
   * its own. Does nothing in a read-only notebook. @throws WorkspaceError
   * `no-such-cell`
   */
  mark(id: string, mark: ICellMark | undefined): void;
  /**
   * Finds out what became of a request sent before the last reload; waits if
   * the kernel is still working on it; null if nothing is known. Never sends
   * the request.
   * @param cellId null for code without a cell.
   * @throws WorkspaceError if the notebook or the connection is lost, and the
   * signal's reason if aborted before the request is known to be ours.
   */
  recall(
    cellId: string | null,
    sent: ISentRequest & { hash: string; callId: string },
    options: ICellRunOptions
  ): Promise<ICellRun | null>;
  /**
   * Saves the notebook; a conflict is a `WorkspaceError('save-conflict')`,
   * never a dialog.
   */
  save(options?: {
    /** Whether its file is to hold the cells' ids, which it may be too old for. */
    keepIds?: boolean;
  }): Promise<void>;
  /**
   * Restarts the kernel; only used when a person chose or approved it. Resolves
   * once it has restarted.
   * @param upTo id of the last cell to run afterwards, as if the person ran all
   * cells up to it.
   */
  restartKernel(upTo?: string): Promise<void>;
}
