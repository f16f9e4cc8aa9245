import type { NotebookPanel } from '@jupyterlab/notebook';

import type { ITranslator } from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import { cellsMeant } from '../../contract/text/cells-meant';
import { WorkspaceError } from '../../contract/ports/workspace-error';

/** Characters shown of a link that leads nowhere. */
const MAX_LENGTH = 40;

/**
 * Activates a cell and scrolls to it; by index, since with windowing most cells
 * are not in the page.
 */
export async function revealInNotebook(
  panel: NotebookPanel,
  cellId: string,
  trans: ITranslator
): Promise<void> {
  await panel.revealed;
  const notebook = panel.content;
  const meant = cellsMeant(
    cellId,
    notebook.widgets.map(({ model }) => cellIdOf(model.id))
  );
  if (meant.length !== 1) {
    const wanted = cellId.slice(0, MAX_LENGTH);
    const { label } = panel.title;
    throw new WorkspaceError(
      'no-such-cell',
      meant.length === 0
        ? trans.__(
            'There is no cell “%1” in “%2”. It may have been deleted.',
            wanted,
            label
          )
        : trans.__('“%1” could mean several cells of “%2”.', wanted, label)
    );
  }
  const index = notebook.widgets.findIndex(
    ({ model }) => cellIdOf(model.id) === meant[0]
  );
  notebook.deselectAll();
  notebook.activeCellIndex = index;
  await notebook.scrollToItem(index, 'smart');
}
