import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { Cell, CodeCell } from '@jupyterlab/cells';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';

import { cellIdOf } from '../../contract/text/cell-id-of';

/**
 * How a command names a cell; by default it is the active cell of the notebook
 * in front.
 */
export interface ICellArgs {
  cellId?: string;
  /** Path of its notebook. */
  notebook?: string;
  /** Whether the cell is the one that a context menu was opened on. */
  clicked?: boolean;
}

export interface ICellTarget {
  panel: NotebookPanel;
  cell: Cell;
}

/** The cell that a command refers to, or null if there is none. */
export function findCell(
  tracker: INotebookTracker,
  { cellId, notebook }: ICellArgs
): ICellTarget | null {
  const panel =
    notebook === undefined
      ? tracker.currentWidget
      : (tracker.find(({ context }) => context.path === notebook) ?? null);
  const cell =
    cellId === undefined
      ? panel?.content.activeCell
      : panel?.content.widgets.find(
          ({ model }) => cellIdOf(model.id) === cellIdOf(cellId)
        );
  return panel && cell ? { panel, cell } : null;
}

/**
 * The cell that the last context menu was opened on: right-clicking in an
 * editor does not activate its cell.
 */
export function clickedCell(
  app: JupyterFrontEnd,
  tracker: INotebookTracker
): ICellTarget | null {
  const node = app.contextMenuHitTest(({ classList }) =>
    classList.contains('jp-Cell')
  );
  const cellOf = ({ content }: NotebookPanel): Cell | undefined =>
    content.widgets.find(widget => widget.node === node);
  const panel = tracker.find(each => cellOf(each) !== undefined);
  const cell = panel && cellOf(panel);
  return panel && cell ? { panel, cell } : null;
}

export function isCode(cell: Cell): cell is CodeCell {
  return cell.model.type === 'code';
}

/** Whether the cell shows an error. */
export function hasFailed(cell: Cell): boolean {
  return (
    isCode(cell) &&
    cell.model.outputs
      .toJSON()
      .some(({ output_type }) => output_type === 'error')
  );
}

/** The text selected in a cell's editor; empty if there is none. */
export function selectedText({ editor, model }: Cell): string {
  if (!editor) {
    return '';
  }
  const { start, end } = editor.getSelection();
  const [from, to] = [editor.getOffsetAt(start), editor.getOffsetAt(end)];
  return model.sharedModel
    .getSource()
    .slice(Math.min(from, to), Math.max(from, to));
}
