import type { ISharedCell, ISharedNotebook, ISharedText } from '@jupyter/ydoc';
import type { Cell, ICodeCellModel, MarkdownCell } from '@jupyterlab/cells';
import { NotebookActions, type Notebook } from '@jupyterlab/notebook';

import type { ICellRestore, INotebook, ITranslator } from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { keepIds, newCellId } from '../cells/new-cell-id';
import { closedError, findCell, knownCell } from '../cells/find-cell';
import { keepScrollPosition } from './keep-scroll-position';
import { restoreCells, touchedCells } from './restore-cells';
import { isSpare } from '../cells/is-spare';

/**
 * Changes cells of one notebook, each change one undo step. Mode, focus,
 * selection, active cell and scroll of the person stay as they are.
 */
export class NotebookEdits {
  /** @param _name of the notebook, for messages. */
  constructor(
    private readonly _notebook: Notebook,
    private readonly _name: string,
    private readonly _trans: ITranslator
  ) {}

  /** @returns the new cell's id. @throws WorkspaceError `no-such-cell` | `exists` */
  insert(cell: Parameters<INotebook['insertCell']>[0]): string {
    const shared = this._shared();
    const id = cell.id ?? newCellId();
    if (findCell(this._notebook, id)) {
      throw new WorkspaceError(
        'exists',
        this._trans.__('“%1” already has this cell.', this._name)
      );
    }
    const behind =
      cell.after === undefined
        ? shared.cells.length
        : cell.after === null
          ? 0
          : this._index(cell.after) + 1;
    const spare = this._spareCell(behind);
    const index =
      spare === null ? behind : this._notebook.widgets.indexOf(spare);
    const wasActive = spare !== null && this._notebook.activeCell === spare;
    if (wasActive) {
      this._setMode('command');
    }
    keepIds(shared);
    this._change(
      () =>
        shared.transact(() => {
          if (spare) {
            shared.deleteCell(index);
          }
          shared.insertCell(index, {
            id,
            cell_type: cell.type,
            source: cell.source,
            metadata: metadataOfNew(cell.type)
          });
        }),
      spare?.model.id
    );
    if (wasActive) {
      this._notebook.activeCellIndex = index;
    }
    if (cell.type === 'markdown') {
      (this._find(id) as MarkdownCell).rendered = true;
    }
    return id;
  }

  /** @throws WorkspaceError `no-such-cell` | `read-only` */
  setSource(id: string, source: string): void {
    const cell = this._find(id);
    this._refuseLocked(cell);
    keepScrollPosition(this._notebook, () =>
      replaceSource(cell.model.sharedModel, source)
    );
  }

  /** @throws WorkspaceError `no-such-cell` | `read-only` | `kernel-busy` */
  delete(id: string): void {
    const shared = this._shared();
    const cell = this._find(id);
    this._refuseLocked(cell);
    if (cell.model.getMetadata('deletable') === false) {
      throw new WorkspaceError(
        'read-only',
        this._trans.__(
          'This cell of “%1” is protected from being deleted. Leave it, or allow it in the notebook’s property inspector.',
          this._name
        )
      );
    }
    if (isRunning(cell)) {
      throw new WorkspaceError(
        'kernel-busy',
        this._trans.__(
          'This cell of “%1” is running. Wait until it is done, or stop it, then delete it.',
          this._name
        )
      );
    }
    const { _notebook: notebook } = this;
    const index = this._index(id);
    const isActive = notebook.activeCellIndex === index;
    if (isActive) {
      this._setMode('command');
    }
    notebook.model?.deletedCells.push(id);
    this._change(
      () =>
        shared.transact(() => {
          const isLast = shared.cells.length === 1;
          shared.deleteCell(index);
          if (isLast) {
            // In the same step, as JupyterLab does: a notebook always has at
            // least one cell.
            shared.insertCell(0, this._emptyCell());
          }
        }),
      id
    );
    if (isActive) {
      notebook.activeCellIndex = index;
    }
  }

  /**
   * Through `NotebookActions`: moving in the shared model alone would create a
   * new cell, and drop what the old one was running.
   *
   * @param after id of a cell; null for the top.
   * @throws WorkspaceError `no-such-cell`
   */
  move(id: string, after: string | null): void {
    const from = this._index(id);
    const behind = after === null ? -1 : this._index(after);
    const to = behind < from ? behind + 1 : behind;
    if (to === from || after === id) {
      return;
    }
    this._change(() =>
      this._withActiveMoved(id, () =>
        NotebookActions.moveCells(this._notebook, from, to)
      )
    );
  }

  /**
   * Puts cells back as they were, as one undo step.
   *
   * @throws WorkspaceError `kernel-busy` | `read-only`; nothing is changed
   * then.
   */
  restore(steps: readonly ICellRestore[]): void {
    const { _notebook: notebook } = this;
    const touched = new Set(touchedCells(steps));
    for (const id of touched) {
      this._refuseRestore(id);
    }
    const shared = this._shared();
    keepIds(shared);
    const active = cellIdOf(notebook.activeCell?.model.id ?? '');
    const { mode } = notebook;
    if (touched.has(active)) {
      this._setMode('command');
    }
    const ids = () => notebook.widgets.map(({ model }) => model.id);
    const before = ids();
    this._change(() =>
      restoreCells(steps, { shared, emptyCell: this._emptyCell() })
    );
    const now = new Set(ids());
    // Deleted cells must not be run any more.
    const gone = before.filter(id => !now.has(id));
    notebook.model?.deletedCells.push(...gone);
    this._render(steps);
    if (findCell(notebook, active)) {
      notebook.activeCellIndex = this._index(active);
      this._setMode(mode);
    }
  }

  /**
   * An empty cell next to the insertion point that the new cell may replace.
   */
  private _spareCell(index: number): Cell | null {
    const { _notebook: notebook } = this;
    // The cell before the insertion point, and the one at it.
    const beside = notebook.widgets.slice(Math.max(0, index - 1), index + 1);
    return beside.find(cell => isSpare(notebook, cell)) ?? null;
  }

  private _refuseRestore(id: string): void {
    const cell = findCell(this._notebook, id);
    if (!cell) {
      return;
    }
    this._refuseLocked(cell);
    if (isRunning(cell)) {
      throw new WorkspaceError(
        'kernel-busy',
        this._trans.__(
          'A cell of “%1” that would be put back is running. Wait until it is done, or stop it, then try again.',
          this._name
        )
      );
    }
  }

  /** A restored Markdown cell is shown rendered, as it was. */
  private _render(steps: readonly ICellRestore[]): void {
    for (const step of steps) {
      if ('cell' in step) {
        const cell = findCell(this._notebook, step.cell.id);
        if (cell?.model.type === 'markdown') {
          (cell as MarkdownCell).rendered = true;
        }
      }
    }
  }

  private _emptyCell(): { cell_type: string; metadata: { trusted?: boolean } } {
    const { defaultCell } = this._notebook.notebookConfig;
    return { cell_type: defaultCell, metadata: metadataOfNew(defaultCell) };
  }

  /**
   * Moving a cell creates a new active cell, and in edit mode any cell that
   * becomes active in between would be opened for editing.
   */
  private _withActiveMoved(id: string, move: () => void): void {
    const { _notebook: notebook } = this;
    const { mode, activeCell } = notebook;
    if (!activeCell || cellIdOf(activeCell.model.id) !== id) {
      return move();
    }
    this._setMode('command');
    move();
    notebook.activeCellIndex = this._index(id);
    this._setMode(mode);
  }

  /** Without taking the focus if it is outside the notebook. */
  private _setMode(mode: Notebook['mode']): void {
    const { _notebook: notebook } = this;
    if (notebook.mode === mode) {
      return;
    }
    const focused = document.activeElement;
    notebook.mode = mode;
    if (focused instanceof HTMLElement && !notebook.node.contains(focused)) {
      focused.focus({ preventScroll: true });
    }
  }

  private _change(change: () => void, leaving?: string): void {
    keepScrollPosition(
      this._notebook,
      () => asOneUndoStep(this._shared(), change),
      leaving
    );
  }

  private _refuseLocked(cell: Cell): void {
    if (cell.model.getMetadata('editable') === false) {
      throw new WorkspaceError(
        'read-only',
        this._trans.__(
          'This cell of “%1” is locked. Unlock it in the notebook’s property inspector, or let me add a new cell.',
          this._name
        )
      );
    }
  }

  private _shared(): ISharedNotebook {
    const shared = this._notebook.model?.sharedModel;
    if (!shared) {
      throw closedError(this._name, this._trans);
    }
    return shared;
  }

  private _find(id: string): Cell {
    return knownCell(this._notebook, id, this._name, this._trans);
  }

  private _index(id: string): number {
    return this._notebook.widgets.indexOf(this._find(id));
  }
}

/**
 * Marks a new code cell as trusted, as JupyterLab does: one untrusted cell
 * would make the whole notebook untrusted. It has no outputs yet.
 */
function metadataOfNew(type: string): { trusted?: boolean } {
  return type === 'code' ? { trusted: true } : {};
}

function isRunning(cell: Cell): boolean {
  return (
    cell.model.type === 'code' &&
    (cell.model as ICodeCellModel).executionState === 'running'
  );
}

/**
 * Makes a change an undo step of its own. Yjs merges changes made within half a
 * second, so undo would otherwise also take back what the person typed.
 */
function asOneUndoStep<T>(
  model: ISharedNotebook | ISharedCell | ISharedText,
  change: () => T
): T {
  const { undoManager } = model as {
    undoManager?: { stopCapturing(): void } | null;
  };
  undoManager?.stopCapturing();
  try {
    return change();
  } finally {
    undoManager?.stopCapturing();
  }
}

/** Replaces the text of a cell or a file, as one undo step of its own. */
export function replaceSource(text: ISharedText, source: string): void {
  if (text.getSource() !== source) {
    asOneUndoStep(text, () => spliceSource(text, source));
  }
}

/**
 * Replaces only the text that differs, so that the cursors of the person and of
 * collaborators stay where they are.
 */
function spliceSource(text: ISharedText, source: string): void {
  const before = text.getSource();
  if (before === source) {
    return;
  }
  const shorter = Math.min(before.length, source.length);
  let start = 0;
  while (start < shorter && before[start] === source[start]) {
    start++;
  }
  let end = 0;
  while (
    end < shorter - start &&
    before[before.length - 1 - end] === source[source.length - 1 - end]
  ) {
    end++;
  }
  text.updateSource(
    start,
    before.length - end,
    source.slice(start, source.length - end)
  );
}
