import type { NotebookPanel } from '@jupyterlab/notebook';

import type { INotebookFile } from '../../contract';

type Cells = INotebookFile['cells'];

/** Cells of an open notebook, as they are now. */
export function openCells({ content }: NotebookPanel): Cells {
  return content.widgets.map(({ model }) => ({
    id: model.id,
    type: cellType(model.type),
    source: model.sharedModel.getSource()
  }));
}

/**
 * Cells of a notebook's JSON; null when it is no notebook. Cells had no ids
 * before nbformat 4.5: theirs is `#` and the position from 0. Before 4, cells
 * stood in worksheets.
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
    id: typeof id === 'string' ? id : `#${index}`,
    type: cellType(String(cell_type)),
    source: joined(source ?? input)
  };
}

/** nbformat keeps a text as one string or as its lines. */
function joined(text: unknown): string {
  return Array.isArray(text) ? text.join('') : String(text ?? '');
}

function cellType(type: string): Cells[number]['type'] {
  return type === 'code' || type === 'markdown' ? type : 'raw';
}
