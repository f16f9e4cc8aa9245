import type { ICodeCellModel } from '@jupyterlab/cells';

import type { ICellRun } from '../../contract';
import { hashText } from '../../contract/text/hash-text';
import { readMark } from '../cells/cell-marks';
import { statusOf, cellOutputs } from '../cells/cell-outputs';
import { closedError, findCell } from '../cells/find-cell';
import {
  ObservedExecution,
  type IObservedExecutionOptions
} from './observed-execution';
import { waitForKernel } from './wait-for-kernel';

/**
 * ms: a kernel that has not reported its state this long after a reload never
 * will.
 */
export const KNOWN_LIMIT = 10_000;

/**
 * Finds out what became of a request sent before this page load. Evidence is
 * what the kernel still sends about this very request, and the mark on the cell
 * that the request has ended. Without them nothing is known, and a person is
 * asked. It sends no code.
 *
 * @throws WorkspaceError if the notebook or kernel is lost, and the signal's
 * reason when it is stopped.
 */
export async function recall(
  options: IObservedExecutionOptions
): Promise<ICellRun | null> {
  const received = new ObservedExecution(options);
  try {
    const isBusy = await mayBeAtIt(options);
    const run = isBusy || received.isOurs ? await received.ended() : null;
    return run ?? noted(options);
  } finally {
    received.dispose();
  }
}

/** Whether the kernel is busy, and may be the process that got the request. */
async function mayBeAtIt({
  view,
  panel,
  signal,
  request: { kernelId, process }
}: IObservedExecutionOptions): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await waitForKernel<void>(view, signal, settle => {
      timer ??= setTimeout(settle, KNOWN_LIMIT);
      const { isDisposed, isReady } = view.session;
      // A notebook that is being opened has no kernel yet.
      const isOnItsWay =
        ['starting', 'restarting', 'disconnected'].includes(view.status) ||
        (view.status === 'none' && !isReady);
      if (isDisposed || !isOnItsWay) {
        settle();
      }
    });
  } finally {
    clearTimeout(timer);
  }
  const isOther =
    process !== null && view.process !== null && process !== view.process;
  return (
    panel.sessionContext.session?.kernel?.id === kernelId &&
    !isOther &&
    view.status === 'busy'
  );
}

/**
 * Reads the mark on the cell. A copy of a cell carries it too, so it counts
 * only for the cell, tool call, request and source that we know.
 */
function noted({
  panel,
  name,
  trans,
  request: { cellId, callId, msgId, hash }
}: IObservedExecutionOptions): ICellRun | null {
  if (panel.isDisposed) {
    throw closedError(name, trans);
  }
  const cell = cellId === null ? undefined : findCell(panel.content, cellId);
  const mark = cell && readMark(cell);
  if (
    cell?.model.type !== 'code' ||
    mark?.call !== callId ||
    !mark.run?.done ||
    mark.run.id !== msgId ||
    mark.run.hash !== hash ||
    hashText(cell.model.sharedModel.getSource()) !== hash
  ) {
    return null;
  }
  const { outputs, executionCount } = cell.model as ICodeCellModel;
  const shown = cellOutputs(outputs.toJSON());
  return {
    status: statusOf(shown),
    outputs: shown,
    executionCount,
    ms: 0,
    // Somebody has cleared the outputs since.
    ...(executionCount === null && { partial: true })
  };
}
