import type { Cell, ICodeCellModel } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';

/**
 * Whether a new cell may replace this one: it is empty, nobody is typing in it,
 * and it carries nothing worth keeping.
 */
export function isSpare({ model }: Notebook, cell: Cell): boolean {
  // Whether a collaborator is about to type there cannot be known.
  if (!model || model.collaborative) {
    return false;
  }
  return (
    cell.model.sharedModel.getSource().trim() === '' &&
    // Not the notebook's mode, which is "edit" in a new notebook as soon as it is
    // shown, wherever the focus is.
    !cell.editorWidget?.node.contains(document.activeElement) &&
    Object.keys(cell.model.metadata).every(key => key === 'trusted') &&
    (cell.model.type !== 'code' || isAtRest(cell.model as ICodeCellModel))
  );
}

function isAtRest({ executionState, outputs }: ICodeCellModel): boolean {
  return executionState !== 'running' && outputs.length === 0;
}
