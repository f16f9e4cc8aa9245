import type { ISharedNotebook } from '@jupyter/ydoc';
import type { ICodeCell } from '@jupyterlab/nbformat';

import type { ICellRestore } from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import { cellOf } from '../cells/snapshot';

export interface IRestoreOptions {
  shared: ISharedNotebook;
  /** The only cell of an otherwise empty notebook. */
  emptyCell: Parameters<ISharedNotebook['insertCell']>[1];
}

/** Ids of cells that steps change, remove or move. */
export function touchedCells(steps: readonly ICellRestore[]): string[] {
  return steps.map(step =>
    'cell' in step ? step.cell.id : 'remove' in step ? step.remove : step.move
  );
}

/**
 * Puts cells back, step by step, in one transaction of the notebook. That makes
 * it one undo step, including metadata and outputs, which make no undo step by
 * themselves.
 */
export function restoreCells(
  steps: readonly ICellRestore[],
  { shared, emptyCell }: IRestoreOptions
): void {
  shared.transact(() => {
    // Until the transaction ends, the shared notebook's own list is the old one.
    const cells = [...shared.cells];
    const indexOf = (id: string | null): number =>
      cells.findIndex(cell => cellIdOf(cell.getId()) === id);
    /** If the cell before it is gone as well: at the end. */
    const indexBehind = (id: string | null = null): number =>
      id === null ? 0 : indexOf(id) < 0 ? cells.length : indexOf(id) + 1;
    const insert = (
      index: number,
      cell: IRestoreOptions['emptyCell']
    ): void => {
      cells.splice(index, 0, shared.insertCell(index, cell));
    };
    const remove = (index: number): void => {
      shared.deleteCell(index);
      cells.splice(index, 1);
    };
    for (const [at, id] of touchedCells(steps).entries()) {
      const step = steps[at];
      const index = indexOf(id);
      const now = index < 0 ? null : cells[index].toJSON();
      if ('cell' in step) {
        // A new cell in its place takes all that is stored, outputs too.
        if (now) {
          remove(index);
          insert(index, cellOf(step.cell, now as Partial<ICodeCell>));
        } else {
          insert(indexBehind(step.behind), cellOf(step.cell));
        }
      } else if (now && 'remove' in step) {
        remove(index);
      } else if (
        now &&
        'move' in step &&
        id !== step.behind &&
        index !== indexBehind(step.behind)
      ) {
        remove(index);
        insert(indexBehind(step.behind), now);
      }
    }
    if (cells.length === 0) {
      shared.insertCell(0, emptyCell);
    }
  });
}
