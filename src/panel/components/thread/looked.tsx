import { useState, type ReactNode } from 'react';

import { FoldingLine } from '../common/folding-line';
import { usePanel, usePanelState } from '../common/panel-context';
import type { ISettledState } from '../../state/thread-view-state';

/** Several calls that only looked, or deleted cells, on one line that opens to theirs. */
export function Looked({
  first,
  count,
  children
}: {
  /** Id of the first call. */
  first: string;
  count: number;
  children: ReactNode;
}) {
  const { trans } = usePanel();
  const folding = useState(false);
  const deletes = usePanelState(({ thread: { items } }) => {
    const item = items[first];
    return item?.kind === 'call' && item.tool === 'delete_cell';
  });
  return (
    <>
      <FoldingLine
        state={folding}
        glyph="done"
        names={[trans.__('Show them'), trans.__('Hide them')]}
        text={
          deletes
            ? trans._n('Deleted %1 cell', 'Deleted %1 cells', count)
            : trans._n('Looked at %1 thing', 'Looked at %1 things', count)
        }
      />
      {folding[0] ? children : null}
    </>
  );
}

/** Tools that only look, or that only write what is shown elsewhere. */
const LOOKING: ReadonlySet<string> = new Set([
  'check_resource',
  'find_tools',
  'inspect_variables',
  'list_files',
  'load_skill',
  'read_document',
  'read_file',
  'read_notebook',
  'search_notebook_cells',
  'search_workspace',
  'write_todos'
]);

/**
 * The items by line: calls in a row that only looked, or that deleted cells, are
 * one, once something has followed them or the run is over.
 */
export function rowsOf(
  { items, run }: ISettledState,
  order: readonly string[]
): string[][] {
  const rows: string[][] = [];
  /** What the calls of the last row do; null for another item. */
  let last: 'look' | 'delete' | null = null;
  for (const id of order) {
    const item = items[id];
    const now =
      item?.kind !== 'call' || item.state !== 'done' || item.images > 0
        ? null
        : item.tool === 'delete_cell'
          ? 'delete'
          : LOOKING.has(item.tool) && item.review === null
            ? 'look'
            : null;
    if (now !== null && now === last) {
      rows[rows.length - 1].push(id);
    } else {
      rows.push([id]);
    }
    last = now;
  }
  return run === null || last === null
    ? rows
    : [...rows.slice(0, -1), ...rows[rows.length - 1].map(id => [id])];
}
