import type { IToolContext, IToolResult } from '../contract';
import { cellMark } from '../contract';
import { runResult } from './run-result';
import { workspaceFailure } from './workspace-failure';

/**
 * Runs a cell that is in the notebook already and tells the thread what goes
 * on meanwhile.
 *
 * @param facts what is true of the call however the run ends.
 */
export async function runCell(
  cell: { id: string; description?: string },
  context: IToolContext,
  facts: Partial<IToolResult>
): Promise<IToolResult> {
  const { notebook, trans, signal } = context;
  try {
    const run = await notebook.runCell(cell.id, {
      signal,
      onState: state => {
        if (state === 'running') {
          context.progress({
            text: trans.__('Running cell %1', cellMark(cell.id)),
            cellId: cell.id
          });
        } else if (state === 'waiting-for-kernel') {
          context.progress({
            text: trans.__('Waiting until the kernel is free'),
            cellId: cell.id
          });
        } else {
          context.progress({
            text: trans.__(
              'Cell %1 waits for input. Answer in the cell, or stop it.',
              cellMark(cell.id)
            ),
            cellId: cell.id
          });
        }
      }
    });
    return { ...(await runResult(run, cell, context)), ...facts };
  } catch (error) {
    const failure = workspaceFailure(error, context, {
      cellId: cell.id,
      ...facts
    });
    return {
      ...failure,
      text: `Cell ${cell.id} is in the notebook but was not run. ${failure.text}`
    };
  }
}
