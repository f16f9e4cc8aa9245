import { cellMark } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import type { ICallContext } from '../calls/call-context';
import { cellChanges } from '../history/cell-items';

/**
 * Reports, once, cells that answered calls made and that are missing now. They
 * are not put back: they were saved, or could not be, and a person may have
 * deleted them.
 */
export async function tellMissingCells({
  options: { at, journal, notebook, runId, tell, trans }
}: ICallContext): Promise<void> {
  const calls = await journal.calls(at, runId);
  const changes = cellChanges(calls.filter(({ outcome }) => outcome));
  const missing = [...changes.values()].filter(
    ({ id, created, deleted }) =>
      created && !deleted && notebook.isOpen && !notebook.cell(id)
  );
  if (missing.length === 0) {
    return;
  }
  const shown = await journal.shown(at);
  for (const { id } of missing) {
    const text = trans.__(
      'Cell %1 was added before the page was closed and is no longer in %2: it was not saved, or it has been deleted. It was not added again; ask for it if you need it.',
      cellMark(id),
      spoken(notebook.name)
    );
    if (!shown.some(event => event.type === 'notice' && event.text === text)) {
      tell({ type: 'notice', code: 'other', text });
    }
  }
}
