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
  const { trans } = usePanel().services;
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
 * Calls in a row that only looked, or that deleted cells, from two on, once
 * something has followed them or the run is over; keyed by the first of them.
 */
export function looks(
  { items, run }: ISettledState,
  order: readonly string[]
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let row: string[] = [];
  let deletes = false;
  const end = (): void => {
    if (row.length > 1) {
      found.set(row[0], row);
    }
    row = [];
  };
  for (const id of order) {
    const item = items[id];
    if (
      item?.kind === 'call' &&
      item.state === 'done' &&
      item.images === 0 &&
      (item.tool === 'delete_cell' ||
        (LOOKING.has(item.tool) && item.review === null))
    ) {
      if (deletes !== (item.tool === 'delete_cell')) {
        end();
        deletes = !deletes;
      }
      row.push(id);
    } else {
      end();
    }
  }
  if (run === null) {
    end();
  }
  return found;
}
