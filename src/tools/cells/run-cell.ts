import {
  type IToolContext,
  type IToolResult,
  type ITranslator,
  type RunState,
  cellMark,
  isWorkspaceError,
  type KernelWait
} from '../../contract';
import { type IRunCell, runResult } from '../shared/cells/run-result';
import { workspaceFailure } from '../shared/files/workspace-failure';

/**
 * Runs an existing cell and reports progress to the thread meanwhile.
 *
 * @param facts properties of the result that hold however the run ends.
 * @param images number of images already produced by the same call.
 */
export async function runCell(
  cell: IRunCell,
  context: IToolContext,
  facts: Partial<IToolResult>,
  images = 0
): Promise<IToolResult> {
  const { notebook, names, trans, signal } = context;
  let wasSent = false;
  try {
    const run = await notebook.runCell(cell.id, {
      signal,
      onState: state => {
        wasSent ||= state === 'running';
        context.progress({
          text: stateText(state, cellMark(cell.id), trans),
          cellId: cell.id
        });
      }
    });
    return { ...(await runResult(run, cell, context, images)), ...facts };
  } catch (error) {
    const failure = workspaceFailure(error, context, {
      cellId: cell.id,
      ...facts
    });
    if (wasSent && isWorkspaceError(error)) {
      return {
        ...failure,
        text: `Cell ${names.of(cell.id)} was sent to the kernel, and may have run. ${failure.text}`,
        summary: error.message
      };
    }
    return {
      ...failure,
      text: `Cell ${names.of(cell.id)} is in the notebook but was not run. ${failure.text}`
    };
  }
}

function stateText(state: RunState, mark: string, trans: ITranslator): string {
  return state === 'running'
    ? trans.__('Running cell %1', mark)
    : state === 'waiting-for-input'
      ? trans.__(
          'Cell %1 waits for input. Answer in the cell, or stop it.',
          mark
        )
      : waitText(state, trans);
}

/** The text of a line whose code cannot be sent to the kernel yet. */
export function waitText(wait: KernelWait, trans: ITranslator): string {
  return {
    'waiting-for-kernel': trans.__('Waiting until the kernel is free'),
    'waiting-for-connection': trans.__(
      'Waiting until the kernel is connected again'
    ),
    'waiting-for-choice': trans.__(
      'Waiting for a kernel: choose one at the top right of the notebook, or reload the page'
    )
  }[wait];
}
