import type { NotebookPanel } from '@jupyterlab/notebook';

import type { INotebookFile } from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import { joined } from './cell-outputs';
import { cellType } from './find-cell';

type Cells = INotebookFile['cells'];

/** The current cells of an open notebook. */
export function openCells({ content }: NotebookPanel): Cells {
  return content.widgets.map(({ model }) => ({
    id: cellIdOf(model.id),
    type: cellType(model.type),
    source: model.sharedModel.getSource()
  }));
}

/**
 * Cells of a notebook's JSON; null if it is not a notebook. Before nbformat 4.5
 * cells had no ids: theirs is `#` and the position from 0. Before nbformat 4,
 * cells were inside worksheets.
 */
export function storedCells(content: unknown): Cells | null {
  const { cells, worksheets } = (content ?? {}) as {
    cells?: unknown;
    worksheets?: { cells?: unknown }[];
  };
  const list = cells ?? worksheets?.[0]?.cells;
  return Array.isArray(list) ? list.map(storedCell) : null;
}

function storedCell(cell: unknown, index: number): Cells[number] {
  const { id, cell_type, source, input } = (cell ?? {}) as Record<
    string,
    unknown
  >;
  return {
    id: typeof id === 'string' ? cellIdOf(id) : `#${index}`,
    type: cellType(String(cell_type)),
    source: joined(source ?? input)
  };
}
