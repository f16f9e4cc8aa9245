import type { ISharedNotebook } from '@jupyter/ydoc';
import type { Cell } from '@jupyterlab/cells';
import type { PartialJSONObject } from '@lumino/coreutils';

import type { ICellMark } from '../../contract';
import { MARK_KEY, markOn, storedMark } from '../../contract/ports/stored-mark';
import { keepIds } from './new-cell-id';

/**
 * The mark that Cellwright left on a cell; undefined if there is none, or it is
 * not ours.
 */
export function readMark(cell: Cell): ICellMark | undefined {
  const { sharedModel, id } = cell.model;
  return markOn(id, sharedModel.getMetadata(MARK_KEY));
}

/**
 * Sets or removes the mark. This is not an undo step, since the shared model
 * keeps metadata out of the undo history.
 */
export function markCell(
  cell: Cell,
  notebook: ISharedNotebook | undefined,
  mark: ICellMark | undefined
): void {
  if (notebook) {
    keepIds(notebook);
  }
  const { sharedModel, id } = cell.model;
  if (mark) {
    sharedModel.setMetadata(
      MARK_KEY,
      storedMark(id, mark) as unknown as PartialJSONObject
    );
  } else {
    sharedModel.deleteMetadata(MARK_KEY);
  }
}
