import type { ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type {
  IRunOptions,
  ITranslator,
  ICellRun,
  CellOutput
} from '../../contract';
import { hashText } from '../../contract/text/hash-text';
import { readMark } from '../cells/cell-marks';
import { statusOf, cellOutputs } from '../cells/cell-outputs';
import { closedError, findCell } from '../cells/find-cell';
import type { KernelHistory, IKeptRun } from './kernel-history';
import type { KernelView } from './kernel-view';
import { ObservedExecution, type IRecalled } from './observed-execution';
import type { IServerKernels } from './server-kernels';
import { watchKernel } from './watch-kernel';

/** After a reload, a kernel that has not said by then what it does won't. */
export const KNOWN_LIMIT = 10_000;
const LOOK_AGAIN = 250;

export interface IRecallOptions extends IRunOptions {
  panel: NotebookPanel;
  view: KernelView;
  history: KernelHistory;
  /** Asked how many pages talk to the kernel. */
  server?: IServerKernels;
  /** How many connections to the kernel this page certainly has. */
  connections(): number;
  /** Name of the notebook, for messages. */
  name: string;
  trans: ITranslator;
}

/**
 * What became of a request that an earlier page sent. Three things are evidence:
 * what the kernel says of this very request from now on, the note on the cell
 * that the request has ended, and the kernel's own history, which tells as well
 * that it never ran. Where none is to be had nobody knows. Nothing is ever sent.
 */
export class Recall {
  constructor(private readonly _options: IRecallOptions) {}

  /** @throws WorkspaceError where notebook or kernel is lost, and a stop's reason. */
  async find(request: IRecalled): Promise<ICellRun | 'not-run' | null> {
    return (
      (await this._listening(request, async heard => {
        const isBusy = await this._mayBeAtIt(request);
        return isBusy || heard.isOurs ? heard.ended() : null;
      })) ??
      this._noted(request) ??
      // It may have stood behind what the kernel was at, and begin only now.
      (await this._listening(request, async heard => {
        const kept = await this._kept(request);
        return heard.isOurs ? heard.ended() : kept;
      }))
    );
  }

  private async _listening<T>(
    request: IRecalled,
    task: (heard: ObservedExecution) => Promise<T>
  ): Promise<T> {
    const heard = new ObservedExecution({ ...this._options, request });
    try {
      return await task(heard);
    } finally {
      heard.dispose();
    }
  }

  /** What the kernel's history says of it. */
  private async _kept(
    request: IRecalled
  ): Promise<ICellRun | 'not-run' | null> {
    const { history, panel, view, signal, name, trans } = this._options;
    const { history: mark, kernelId, process } = request;
    if (
      !mark ||
      process === null ||
      panel.sessionContext.session?.kernel?.id !== kernelId
    ) {
      return null;
    }
    await view.processKnown();
    const kept = await history.find(mark, process, signal, () =>
      this._senderGone(request)
    );
    if (kept === null || kept === 'not-run') {
      return kept;
    }
    if (panel.isDisposed) {
      throw closedError(name, trans);
    }
    const outputs = this._outputsOf(request, kept);
    return {
      status: statusOf(outputs),
      outputs,
      executionCount: kept.count,
      ms: 0,
      partial: true,
      ...(!kept.tellsErrors && { unheard: true })
    };
  }

  /**
   * Whether the page that sent the request is known to be gone, and nothing of
   * it can still be on its way: the server has read its connection to the end
   * before it counts it no more. Another page counts too; nobody can tell them
   * apart, so that nothing is known then.
   */
  private async _senderGone({ msgId, kernelId }: IRecalled): Promise<boolean> {
    const { server, connections, signal } = this._options;
    if (!server || msgId === null) {
      // Another part of the server sends it, whenever it comes to it.
      return false;
    }
    const until = Date.now() + KNOWN_LIMIT;
    for (;;) {
      const count = await this._countOf(server, kernelId);
      if (signal.aborted) {
        throw signal.reason;
      }
      if (count === null) {
        return false;
      }
      if (count <= connections()) {
        return true;
      }
      if (Date.now() >= until) {
        return false;
      }
      await new Promise(resolve => setTimeout(resolve, LOOK_AGAIN));
    }
  }

  private async _countOf(
    server: IServerKernels,
    kernelId: string
  ): Promise<number | null> {
    try {
      return await server.connections(kernelId);
    } catch (error) {
      console.debug('Cellwright: the server does not tell of kernels', error);
      return null;
    }
  }

  /**
   * What came out of a run that nobody listened to. The cell holds it where
   * another page did; what else stands there is older, and goes.
   */
  private _outputsOf(
    { cellId, hash }: IRecalled,
    { count, outputs }: IKeptRun
  ): CellOutput[] {
    const { content } = this._options.panel;
    const cell = cellId === null ? undefined : findCell(content, cellId);
    if (
      cell?.model.type !== 'code' ||
      hashText(cell.model.sharedModel.getSource()) !== hash
    ) {
      return outputs;
    }
    const model = cell.model as ICodeCellModel;
    if (count !== null && model.executionCount === count) {
      const shown = cellOutputs(model.outputs.toJSON());
      return shown.length > 0 ? shown : outputs;
    }
    model.outputs.clear();
    model.executionCount = count;
    return outputs;
  }

  /** Whether the kernel is busy, and is the process that the request went to. */
  private async _mayBeAtIt({ kernelId, process }: IRecalled): Promise<boolean> {
    const { view, panel } = this._options;
    await this._statusKnown();
    return (
      panel.sessionContext.session?.kernel?.id === kernelId &&
      !isOther(process, view.process) &&
      view.status === 'busy'
    );
  }

  private async _statusKnown(): Promise<void> {
    const { view, signal } = this._options;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await watchKernel<void>(view, signal, settle => {
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
  }

  /**
   * The note on the cell. A copy of a cell carries it too, so it counts only for
   * the cell, the call, the request and the source that we know of.
   */
  private _noted({ cellId, callId, msgId, hash }: IRecalled): ICellRun | null {
    const { panel, name, trans } = this._options;
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
      // Somebody cleared them since.
      ...(executionCount === null && { partial: true })
    };
  }
}

/** Whether both are known and differ. */
function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
