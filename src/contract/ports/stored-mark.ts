import type { ICellMark } from './cell-run';

/**
 * The metadata key for a cell's origin, and for the id by which rules recognise
 * a notebook.
 */
export const MARK_KEY = 'cellwright';

/** A mark as stored in the metadata, with the cell it was made for. */
export type StoredMark = ICellMark & { cell: string };

/**
 * A cell's mark; undefined if there is none, or if it was made for another
 * cell: a copied cell carries the mark, but nobody approved the copy.
 */
export function markOn(cellId: string, value: unknown): ICellMark | undefined {
  if (!isStoredMark(value) || value.cell !== cellId) {
    return undefined;
  }
  const { cell: _, ...mark } = value;
  return mark;
}

/** The id by which rules recognise a notebook; null if there is none. */
export function notebookId(value: unknown): string | null {
  const { id } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Removes undefined values, which the shared model cannot hold. */
export function storedMark(cellId: string, mark: ICellMark): StoredMark {
  return JSON.parse(JSON.stringify({ ...mark, cell: cellId })) as StoredMark;
}

/** The metadata of a notebook from elsewhere can hold anything. */
function isStoredMark(value: unknown): value is StoredMark {
  const mark = (value ?? {}) as Record<string, unknown>;
  return (
    ['cell', 'call', 'model', 'by', 'at'].every(
      key => typeof mark[key] === 'string'
    ) &&
    (mark.edited === undefined || typeof mark.edited === 'boolean') &&
    (mark.run === undefined || isRun(mark.run))
  );
}

function isRun(value: unknown): boolean {
  const { id, hash, done } = (value ?? {}) as Record<string, unknown>;
  return (
    (id === null || typeof id === 'string') &&
    typeof hash === 'string' &&
    typeof done === 'boolean'
  );
}
