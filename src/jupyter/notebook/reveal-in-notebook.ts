import type { NotebookPanel } from '@jupyterlab/notebook';

import type { ITranslator } from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import { cellsMeant } from '../../contract/text/cells-meant';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { cellMark } from '../../contract/text/translator';
import { spoken } from '../../contract/text/spoken';

/** Cells that are listed when a link may mean several. */
const MAX_CANDIDATES = 5;

/** Characters shown of such a cell's first line, and of the link. */
const LINE = 40;

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
    throw unclearCell(panel, cellId, meant, trans);
  }
  const index = notebook.widgets.findIndex(
    ({ model }) => cellIdOf(model.id) === meant[0]
  );
  notebook.deselectAll();
  notebook.activeCellIndex = index;
  await notebook.scrollToItem(index, 'smart');
}

function unclearCell(
  { content, title }: NotebookPanel,
  cellId: string,
  meant: readonly string[],
  trans: ITranslator
): WorkspaceError {
  const wanted = cellId.slice(0, LINE);
  const candidates = content.widgets
    .filter(({ model }) => meant.includes(cellIdOf(model.id)))
    .slice(0, MAX_CANDIDATES)
    .map(({ model: { id, sharedModel } }) => {
      const [line] = sharedModel.getSource().trim().split('\n', 1);
      return `${cellMark(cellIdOf(id))} ${spoken(line.slice(0, LINE))}`;
    });
  return new WorkspaceError(
    'no-such-cell',
    candidates.length === 0
      ? trans.__(
          'There is no cell “%1” in “%2”. It may have been deleted.',
          wanted,
          title.label
        )
      : trans.__(
          '“%1” could mean several cells of “%2”: %3',
          wanted,
          title.label,
          candidates.join('; ')
        )
  );
}
