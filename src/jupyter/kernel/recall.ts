import {
  CodeCellModel,
  type CodeCell,
  type ICodeCellModel
} from '@jupyterlab/cells';

import { Signal } from '@lumino/signaling';

import type { ICellRun, ISentRequest } from '../../contract';
import type { WorkspaceError } from '../../contract/ports/workspace-error';
import { hashText } from '../../contract/text/hash';
import { readMark } from '../cells/cell-marks';
import { statusOf, cellOutputs } from '../cells/cell-outputs';
import { closedError, findCell } from '../cells/find-cell';
import {
  Execution,
  type IExecutionOptions,
  type IRunTarget
} from './execution';
import { unheardError } from './idle-kernel';

export interface IRecalled extends ISentRequest {
  /** Null for code without a cell. */
  cellId: string | null;
  /** Hash of the code that was sent. */
  hash: string;
  callId: string;
}

interface IRecallOptions extends Omit<IExecutionOptions, 'target' | 'msgId'> {
  request: IRecalled;
}

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
  options: IRecallOptions
): Promise<ICellRun | null> {
  const target = new RecalledTarget(options);
  try {
    const execution = new Execution({
      ...options,
      target,
      msgId: options.request.msgId,
      onState: state => {
        if (state === 'running') {
          target.begin();
        }
        options.onState?.(state);
      }
    });
    return (await execution.attach(mayBeAtIt(options))) ?? noted(options);
  } finally {
    target.dispose();
  }
}

/**
 * The cell of the request as long as its source is still what was sent; else a
 * model that nobody sees.
 */
class RecalledTarget implements IRunTarget {
  private readonly _hidden = new CodeCellModel();

  private _showsRunning = false;

  constructor(private readonly _options: IRecallOptions) {}

  get model(): ICodeCellModel {
    const { model } = this._cell() ?? {};
    const source = model?.sharedModel.getSource() ?? '';
    return model && hashText(source) === this._options.request.hash
      ? model
      : this._hidden;
  }

  /** Nobody else shows that the cell runs: the page that sent it is gone. */
  begin(): void {
    const cell = this._cell();
    if (cell && this.model !== this._hidden) {
      if (readMark(cell)?.run?.id !== this._options.request.msgId) {
        // The file was saved before the request was sent: these outputs are
        // older.
        cell.model.outputs.clear();
      }
      this._showsRunning = true;
      cell.model.executionState = 'running';
    }
  }

  lost(): WorkspaceError {
    return unheardError(this._options.name, this._options.trans);
  }

  dispose(): void {
    const { model } = this._cell() ?? {};
    if (model && this._showsRunning) {
      model.executionState = 'idle';
    }
    this._hidden.dispose();
  }

  /** Looked up by id: a moved cell gets a new model. */
  private _cell(): CodeCell | undefined {
    const { panel, request } = this._options;
    const cell =
      request.cellId === null || panel.isDisposed
        ? undefined
        : findCell(panel.content, request.cellId);
    return cell?.model.type === 'code' ? (cell as CodeCell) : undefined;
  }
}

/** Whether the kernel is busy, and may be the process that got the request. */
async function mayBeAtIt({
  view,
  panel,
  signal,
  request: { kernelId, process }
}: IRecallOptions): Promise<boolean> {
  await new Promise<void>((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      Signal.disconnectReceiver(look);
      signal.removeEventListener('abort', look);
      act();
    };
    const look = (): void => {
      const { isDisposed, isReady } = view.session;
      // A notebook that is being opened has no kernel yet.
      const isOnItsWay =
        ['starting', 'restarting', 'disconnected'].includes(view.status) ||
        (view.status === 'none' && !isReady);
      if (signal.aborted) {
        settle(() => reject(signal.reason));
      } else if (isDisposed || !isOnItsWay) {
        settle(resolve);
      }
    };
    const timer = setTimeout(() => settle(resolve), KNOWN_LIMIT);
    view.changed.connect(look);
    view.session.disposed.connect(look);
    signal.addEventListener('abort', look);
    look();
  });
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
}: IRecallOptions): ICellRun | null {
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
