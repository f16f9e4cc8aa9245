import type { IPanelState } from '../../state/panel-state';
import { Button } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';

/** Tools that run cells. */
const RUNNING: ReadonlySet<string> = new Set([
  'jupyter_cell',
  'run_cell',
  'run_cells'
]);

/** Under the last answer, if cells were run for it: offers a report on it. */
export function ReportChip({ id }: { id: string }) {
  const { store, trans } = usePanel();
  const offered = usePanelState(state => hasRunCells(state, id));
  return offered ? (
    <div className="jp-Cellwright-chips">
      <Button
        className="jp-Cellwright-chip"
        title={trans.__(
          'A document of what this notebook shows. Nothing is sent yet.'
        )}
        onClick={() => store.sending.writeReport()}
      >
        {trans.__('Write a report…')}
      </Button>
    </div>
  ) : null;
}

/** Whether the newest turn ended with this answer and ran cells before it. */
function hasRunCells(
  { thread: { items, order, run }, record }: IPanelState,
  id: string
): boolean {
  if (run !== null || record?.imported) {
    return false;
  }
  for (let at = order.length - 1; at >= 0; at--) {
    const item = items[order[at]];
    if (item.kind === 'user' || (item.kind === 'final' && item.id !== id)) {
      return false;
    }
    if (
      item.kind === 'call' &&
      item.state === 'done' &&
      RUNNING.has(item.tool)
    ) {
      return order.indexOf(id) > at;
    }
  }
  return false;
}
