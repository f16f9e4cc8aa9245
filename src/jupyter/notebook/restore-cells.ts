import type { ISharedNotebook } from '@jupyter/ydoc';
import type { ICodeCell } from '@jupyterlab/nbformat';

import type { ICellRestore, ICellSnapshot } from '../../contract';
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
    const order = new CellOrder(shared);
    for (const step of steps) {
      if ('cell' in step) {
        order.putBack(step.cell, step.behind);
      } else if ('remove' in step) {
        order.remove(step.remove);
      } else {
        order.move(step.move, step.behind);
      }
    }
    if (order.isEmpty) {
      shared.insertCell(0, emptyCell);
    }
  });
}

/**
 * Where the cells are during the transaction: until it ends, the shared
 * notebook's own list is the old one.
 */
class CellOrder {
  private readonly _cells: ISharedNotebook['cells'][number][];

  private readonly _ids: string[];

  constructor(private readonly _shared: ISharedNotebook) {
    this._cells = [..._shared.cells];
    this._ids = this._cells.map(cell => cellIdOf(cell.getId()));
  }

  get isEmpty(): boolean {
    return this._ids.length === 0;
  }

  /** A new cell in its place takes all that is stored, outputs too. */
  putBack(snapshot: ICellSnapshot, behind?: string | null): void {
    const index = this._ids.indexOf(snapshot.id);
    if (index < 0) {
      this._insert(this._indexBehind(behind ?? null), cellOf(snapshot));
      return;
    }
    const now = this._cells[index].toJSON() as Partial<ICodeCell>;
    this._delete(index);
    this._insert(index, cellOf(snapshot, now));
  }

  remove(id: string): void {
    const index = this._ids.indexOf(id);
    if (index >= 0) {
      this._delete(index);
    }
  }

  move(id: string, behind: string | null): void {
    const from = this._ids.indexOf(id);
    if (from < 0 || (this._ids[from - 1] ?? null) === behind || id === behind) {
      return;
    }
    const cell = this._cells[from].toJSON();
    this._delete(from);
    this._insert(this._indexBehind(behind), cell);
  }

  /** If the cell before it is gone as well: at the end. */
  private _indexBehind(id: string | null): number {
    if (id === null) {
      return 0;
    }
    const index = this._ids.indexOf(id);
    return index < 0 ? this._ids.length : index + 1;
  }

  private _insert(
    index: number,
    json: Parameters<ISharedNotebook['insertCell']>[1]
  ): void {
    const cell = this._shared.insertCell(index, json);
    this._cells.splice(index, 0, cell);
    this._ids.splice(index, 0, cellIdOf(cell.getId()));
  }

  private _delete(index: number): void {
    this._shared.deleteCell(index);
    this._cells.splice(index, 1);
    this._ids.splice(index, 1);
  }
}
