import type { NotebookPanel } from '@jupyterlab/notebook';

import type { ITranslator } from '../../contract';
import { noSuchCell } from '../cells/find-cell';

/**
 * Makes a cell active and scrolls to it; by its index, since with windowing
 * most cells are not in the page.
 */
export async function revealInNotebook(
  panel: NotebookPanel,
  cellId: string,
  trans: ITranslator
): Promise<void> {
  await panel.revealed;
  const notebook = panel.content;
  const index = notebook.widgets.findIndex(cell => cell.model.id === cellId);
  if (index < 0) {
    throw noSuchCell(cellId, panel.title.label, trans);
  }
  notebook.deselectAll();
  notebook.activeCellIndex = index;
  await notebook.scrollToItem(index, 'smart');
}
