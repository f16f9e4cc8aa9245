import type { Cell } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';

import { findCell } from '../cells/find-cell';

/**
 * Changes a notebook while somebody is looking at it: the cell in view stays
 * where it is on the screen. (JupyterLab itself keeps mode, focus, selection
 * and active cell when the shared model changes.)
 *
 * @param leaving id of a cell that the change removes.
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
    // Looked up by id: a moved cell has a new widget.
    const anchor = findCell(notebook, id);
    if (!notebook.isDisposed && anchor?.node.isConnected) {
      const moved = anchor.node.getBoundingClientRect().top - top;
      if (Math.abs(moved) >= 1) {
        notebook.outerNode.scrollTop += moved;
      }
    }
  };
  // Cells are laid out in the next frame and measured in the one after.
  requestAnimationFrame(() => {
    restore();
    requestAnimationFrame(restore);
  });
}

/** The active cell if it is in view, else the first one that is. */
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
