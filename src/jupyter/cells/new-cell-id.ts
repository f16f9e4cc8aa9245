import type { ISharedNotebook } from '@jupyter/ydoc';
import { UUID } from '@lumino/coreutils';

/** As JupyterLab makes them. */
export function newCellId(): string {
  return UUID.uuid4();
}

/**
 * Before nbformat 4.5 ids are not kept in the file: after a reload, nobody
 * would find the cells that a conversation speaks of.
 */
export function keepIds(shared: ISharedNotebook): void {
  if (shared.nbformat === 4 && shared.nbformat_minor < 5) {
    (shared as { nbformat_minor: number }).nbformat_minor = 5;
  }
}
