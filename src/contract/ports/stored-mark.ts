import type { ICellMark } from './cell-run';

/**
 * Where in a cell's metadata we note where it came from, and in a notebook's the
 * id that its rules know it by.
 */
export const MARK_KEY = 'cellwright';

/** A mark as it stands in the metadata: with the cell it was made for. */
export type StoredMark = ICellMark & { cell: string };

/**
 * What is noted on a cell; undefined where there is nothing of ours, or where
 * the note is another cell's: a copy carries it, and nobody approved the copy.
 */
export function markOn(cellId: string, value: unknown): ICellMark | undefined {
  if (!isStoredMark(value) || value.cell !== cellId) {
    return undefined;
  }
  const { cell: _, ...mark } = value;
  return mark;
}

/** The id that rules know a notebook by; null where there is none. */
export function notebookId(value: unknown): string | null {
  const { id } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Without keys that are undefined, which the shared model can't hold. */
export function storedMark(cellId: string, mark: ICellMark): StoredMark {
  return JSON.parse(JSON.stringify({ ...mark, cell: cellId })) as StoredMark;
}

/** Anything can stand in the metadata of a notebook that came from elsewhere. */
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
