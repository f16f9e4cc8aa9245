import type { Cell, CodeCell, ICodeCellModel } from '@jupyterlab/cells';
import type { Notebook, NotebookPanel } from '@jupyterlab/notebook';

import type { ICellInfo, ITranslator } from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { cellMark } from '../../contract/text/translator';
import { lastError, cellOutputs } from './cell-outputs';

/** The cell's widget; every cell has one, in view or not. */
export function findCell(notebook: Notebook, id: string): Cell | undefined {
  return notebook.widgets.find(cell => cellIdOf(cell.model.id) === id);
}

/** Whether any cell but the excepted one is running or queued. */
export function hasRunningCell(
  { content }: NotebookPanel,
  exceptId?: string
): boolean {
  return content.widgets.some(
    cell =>
      cell.model.type === 'code' &&
      cellIdOf(cell.model.id) !== exceptId &&
      (cell as CodeCell).model.executionState === 'running'
  );
}

/** What is neither code nor Markdown is shown as it is. */
export function cellType(type: string): ICellInfo['type'] {
  return type === 'code' || type === 'markdown' ? type : 'raw';
}

/** @throws WorkspaceError `no-such-cell` */
export function knownCell(
  notebook: Notebook,
  id: string,
  name: string,
  trans: ITranslator
): Cell {
  const cell = findCell(notebook, id);
  if (!cell) {
    throw noSuchCell(id, name, trans);
  }
  return cell;
}

/** The same for a code cell. */
export function findCodeCell(...known: Parameters<typeof knownCell>): CodeCell {
  const [, id, name, trans] = known;
  const cell = knownCell(...known);
  if (cell.model.type !== 'code') {
    throw new WorkspaceError(
      'no-such-cell',
      trans.__('Cell %1 of “%2” is not a code cell.', cellMark(id), name)
    );
  }
  return cell as CodeCell;
}

/** The error for a notebook that is no longer open. */
export function closedError(name: string, trans: ITranslator): WorkspaceError {
  return new WorkspaceError(
    'notebook-closed',
    trans.__(
      '“%1” was closed. Open it again, then send your message once more.',
      name
    )
  );
}

export function noSuchCell(
  id: string,
  name: string,
  trans: ITranslator
): WorkspaceError {
  return new WorkspaceError(
    'no-such-cell',
    trans.__(
      '“%1” has no cell %2. It may have been deleted; read the notebook to see what is there.',
      name,
      cellMark(id)
    )
  );
}

export function cellInfo(cell: Cell, index: number): ICellInfo {
  const model = cell.model;
  const code = model.type === 'code' ? (model as ICodeCellModel) : null;
  return {
    id: cellIdOf(model.id),
    type: cellType(model.type),
    index,
    source: model.sharedModel.getSource(),
    executionCount: code?.executionCount ?? null,
    running: code?.executionState === 'running',
    error: code ? errorOf(code) : null,
    readOnly: model.getMetadata('editable') === false
  };
}

/** Reads only error outputs, because others can be large. */
function errorOf(model: ICodeCellModel): ICellInfo['error'] {
  const { outputs } = model;
  for (let i = outputs.length - 1; i >= 0; i--) {
    if (outputs.get(i).type === 'error') {
      const error = lastError(cellOutputs([outputs.get(i).toJSON()]));
      return error && { name: error.name, message: error.message };
    }
  }
  return null;
}
