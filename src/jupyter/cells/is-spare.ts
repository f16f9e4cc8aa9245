import type { Cell, ICodeCellModel } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';

/**
 * Whether a new cell may replace this one: it is empty, nobody is typing in it,
 * and it carries nothing worth keeping.
 */
export function isSpare(notebook: Notebook, cell: Cell): boolean {
  const { model, mode, activeCell } = notebook;
  // Whether a collaborator is about to type there cannot be known.
  if (!model || model.collaborative) {
    return false;
  }
  return (
    cell.model.sharedModel.getSource().trim() === '' &&
    !(mode === 'edit' && activeCell === cell) &&
    Object.keys(cell.model.metadata).every(key => key === 'trusted') &&
    (cell.model.type !== 'code' || isAtRest(cell.model as ICodeCellModel))
  );
}

function isAtRest({ executionState, outputs }: ICodeCellModel): boolean {
  return executionState !== 'running' && outputs.length === 0;
}
