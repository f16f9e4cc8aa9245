import type { ISharedNotebook } from '@jupyter/ydoc';
import { UUID } from '@lumino/coreutils';

/** In the same format as JupyterLab's own. */
export function newCellId(): string {
  return UUID.uuid4();
}

/**
 * Before nbformat 4.5, ids are not stored in the file: after a reload, nothing
 * could find the cells that a conversation refers to.
 */
export function keepIds(shared: ISharedNotebook): void {
  if (shared.nbformat === 4 && shared.nbformat_minor < 5) {
    (shared as { nbformat_minor: number }).nbformat_minor = 5;
  }
}
