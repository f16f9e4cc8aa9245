import type { ISharedNotebook } from '@jupyter/ydoc';
import type { Cell } from '@jupyterlab/cells';
import type { PartialJSONObject } from '@lumino/coreutils';

import type { ICellMark } from '../../contract';
import { MARK_KEY, markOn, storedMark } from '../../contract/ports/stored-mark';
import { keepIds } from './new-cell-id';

/** What we noted on a cell; undefined where there is nothing, or nothing of ours. */
export function readMark(cell: Cell): ICellMark | undefined {
  const { sharedModel, id } = cell.model;
  return markOn(id, sharedModel.getMetadata(MARK_KEY));
}

/**
 * Notes it, or takes the note away. No undo step: it tells where a cell came
 * from, and changes nothing in it.
 */
export function markCell(
  cell: Cell,
  notebook: ISharedNotebook | undefined,
  mark: ICellMark | undefined
): void {
  if (notebook) {
    keepIds(notebook);
  }
  writeMark(cell, mark);
}

/** The shared model keeps metadata out of the undo history by itself. */
export function writeMark(cell: Cell, mark: ICellMark | undefined): void {
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
