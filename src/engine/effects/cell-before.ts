import {
  hashText,
  type CellOutput,
  type ICellSnapshot,
  type INotebook
} from '../../contract';

/** The most characters of a cell's outputs that are stored for undo. */
const MAX_OUTPUTS = 1_000_000;

/**
 * A cell as it is now, stored for undo; without its outputs if they are too
 * large.
 */
export function cellBefore(
  notebook: INotebook,
  id: string
): ICellSnapshot | undefined {
  const cell = notebook.snapshot(id);
  if (!cell?.outputs || JSON.stringify(cell.outputs).length <= MAX_OUTPUTS) {
    return cell;
  }
  const { outputs: _, ...rest } = cell;
  return rest;
}

/** Empty cells, any of which a new cell may replace. */
export function emptyCells(
  notebook: INotebook
): { cell: ICellSnapshot; behind: string | null }[] {
  return notebook
    .cells()
    .filter(({ source }) => source.trim() === '')
    .flatMap(({ id }) => {
      const cell = cellBefore(notebook, id);
      return cell ? [{ cell, behind: whereIs(notebook, id) }] : [];
    });
}

/** Hash of a cell's outputs, which stays the same after a reload. */
export function outputsHash(
  notebook: Pick<INotebook, 'outputs'>,
  id: string
): string {
  return hashText(JSON.stringify(notebook.outputs(id)));
}

/**
 * A cell as it was, but with the present state of what a run never touches:
 * tags, other metadata and attachments. Our own note and the times of the run
 * are restored with the cell.
 */
export function withOwnMetadata(
  before: ICellSnapshot,
  now: ICellSnapshot | undefined
): ICellSnapshot {
  if (!now) {
    return before;
  }
  const attachments =
    before.attachments || now.attachments
      ? { ...before.attachments, ...now.attachments }
      : undefined;
  return {
    ...before,
    metadata: {
      ...ownMetadata(now),
      ...pick(before.metadata, name => NOT_OWN.has(name))
    },
    ...(attachments && { attachments })
  };
}

/** Metadata of a cell that a person or an extension wrote. */
export function ownMetadata({
  metadata
}: ICellSnapshot): Record<string, unknown> {
  return pick(metadata, name => !NOT_OWN.has(name));
}

/** Written by us, or when the cell runs. */
const NOT_OWN: ReadonlySet<string> = new Set([
  'cellwright',
  'execution',
  'trusted'
]);

function pick(
  metadata: Record<string, unknown>,
  test: (name: string) => boolean
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).filter(([name]) => test(name))
  );
}

/** The cell that this one follows; null at the top. */
export function whereIs(notebook: INotebook, id: string): string | null {
  const cells = notebook.cells();
  const index = cells.findIndex(cell => cell.id === id);
  return cells[index - 1]?.id ?? null;
}

/** Outputs as nbformat 4.5 stores them. */
export function storedOutputs(
  outputs: CellOutput[],
  executionCount: number | null
): unknown[] {
  return outputs.map(output => {
    switch (output.type) {
      case 'stream':
        return {
          output_type: 'stream',
          name: output.name,
          text: output.text
        };
      case 'error':
        return {
          output_type: 'error',
          ename: output.name,
          evalue: output.message,
          traceback: output.traceback
        };
      case 'data':
        return {
          output_type: output.result ? 'execute_result' : 'display_data',
          data: output.data,
          metadata: {},
          ...(output.result && { execution_count: executionCount })
        };
    }
  });
}
