import type { ISettledState } from './thread-view-state';

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
