import type { Cell } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';

import { findCell } from '../cells/find-cell';

/**
 * Makes a change to a notebook under the eyes of a person: the cell they look
 * at stays where it is on the screen. (JupyterLab itself keeps mode, focus,
 * selection and active cell when the shared model changes.)
 *
 * @param leaving id of a cell that goes away with the change.
 */
export function keepScrollPosition(
  notebook: Notebook,
  change: () => void,
  leaving?: string
): void {
  const seen = anchorOf(notebook, leaving);
  const top = seen?.node.getBoundingClientRect().top ?? 0;
  const id = seen?.model.id;
  change();
  if (id === undefined) {
    return;
  }
  const restore = (): void => {
    // By id: a cell that was moved has a new widget.
    const anchor = findCell(notebook, id);
    if (!notebook.isDisposed && anchor?.node.isConnected) {
      const moved = anchor.node.getBoundingClientRect().top - top;
      if (Math.abs(moved) >= 1) {
        notebook.outerNode.scrollTop += moved;
      }
    }
  };
  // Cells are laid out with the next frame, and measured with the one after.
  requestAnimationFrame(() => {
    restore();
    requestAnimationFrame(restore);
  });
}

/** The active cell if it can be seen, else the first that can. */
function anchorOf(notebook: Notebook, leaving?: string): Cell | undefined {
  const frame = notebook.outerNode.getBoundingClientRect();
  const isSeen = (cell: Cell): boolean => {
    if (!cell.isAttached || cell.model.id === leaving) {
      return false;
    }
    const { top, bottom, height } = cell.node.getBoundingClientRect();
    return height > 0 && bottom > frame.top && top < frame.bottom;
  };
  const { activeCell } = notebook;
  return activeCell && isSeen(activeCell)
    ? activeCell
    : notebook.widgets.find(isSeen);
}
