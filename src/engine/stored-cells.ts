import type { CellOutput, ICellSnapshot, INotebook } from '../contract';

/** Characters of a cell's outputs that are kept to be put back. */
const MAX_OUTPUTS = 1_000_000;

/** A cell as it is, to be put back; without its outputs where they are too large. */
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

/** The cell that another one stands behind; null at the top. */
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
