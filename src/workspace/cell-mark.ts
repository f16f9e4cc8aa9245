import type { Cell } from '@jupyterlab/cells';
import type { PartialJSONObject } from '@lumino/coreutils';

import type { ICellMark } from '../contract';
import { MARK_KEY, markOn, storedMark } from '../contract/cell-mark';

/** What we noted on a cell; undefined where there is nothing, or nothing of ours. */
export function readMark(cell: Cell): ICellMark | undefined {
  const { sharedModel, id } = cell.model;
  return markOn(id, sharedModel.getMetadata(MARK_KEY));
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
