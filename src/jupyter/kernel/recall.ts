import type { ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type {
  ICellRunOptions,
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
import { waitForKernel } from './wait-for-kernel';

/**
 * ms: a kernel that has not reported its state this long after a reload never
 * will.
 */
export const KNOWN_LIMIT = 10_000;
const LOOK_AGAIN = 250;

export interface IRecallOptions extends ICellRunOptions {
  panel: NotebookPanel;
  view: KernelView;
  history: KernelHistory;
  /** Asked how many clients are connected to the kernel. */
  server?: IServerKernels;
  /** How many connections to the kernel this page has at least. */
  connections(): number;
  /** Name of the notebook, for messages. */
  name: string;
  trans: ITranslator;
}

/**
 * Finds out what became of a request sent before this page load. Evidence is
 * what the kernel still sends about this very request, the mark on the cell
 * that the request has ended, and the kernel's own history, which can also show
 * that it never ran. Without any of these, nothing is known. It sends no code.
 */
export class Recall {
  constructor(private readonly _options: IRecallOptions) {}

  /**
   * @throws WorkspaceError if the notebook or kernel is lost, and the signal's
   * reason when it is stopped.
   */
  async find(request: IRecalled): Promise<ICellRun | 'not-run' | null> {
    return (
      (await this._listening(request, async received => {
        const isBusy = await this._mayBeAtIt(request);
        return isBusy || received.isOurs ? received.ended() : null;
      })) ??
      this._noted(request) ??
      // It may have been queued behind what the kernel was running, and begin
      // only now.
      (await this._listening(request, async received => {
        const stored = await this._kept(request);
        return received.isOurs ? received.ended() : stored;
      }))
    );
  }

  private async _listening<T>(
    request: IRecalled,
    task: (received: ObservedExecution) => Promise<T>
  ): Promise<T> {
    const events = new ObservedExecution({ ...this._options, request });
    try {
      return await task(events);
    } finally {
      events.dispose();
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
    const stored = await history.find(mark, process, signal, () =>
      this._senderGone(request)
    );
    if (stored === null || stored === 'not-run') {
      return stored;
    }
    if (panel.isDisposed) {
      throw closedError(name, trans);
    }
    const outputs = this._outputsOf(request, stored);
    return {
      status: statusOf(outputs),
      outputs,
      executionCount: stored.count,
      ms: 0,
      partial: true,
      ...(!stored.tellsErrors && { unheard: true })
    };
  }

  /**
   * Whether the page that sent the request is known to be gone, so that nothing
   * of the request can still be on its way: the server reads a connection to
   * its end before it stops counting it. Any other page counts too, since they
   * cannot be told apart; in that case nothing is known.
   */
  private async _senderGone({ msgId, kernelId }: IRecalled): Promise<boolean> {
    const { server, connections, signal } = this._options;
    if (!server || msgId === null) {
      // Another part of the server sends it, at some time that is not known.
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
      console.debug('Cellwright: the server does not list its kernels', error);
      return null;
    }
  }

  /**
   * The outputs of a run that nobody listened to. If another page received
   * them, they are in the cell; anything else in the cell is older and is
   * cleared.
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

  /**
   * Whether the kernel is busy, and may be the process that got the request.
   */
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
  }

  /**
   * Reads the mark on the cell. A copy of a cell carries it too, so it counts
   * only for the cell, tool call, request and source that we know.
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
      // Somebody has cleared the outputs since.
      ...(executionCount === null && { partial: true })
    };
  }
}

/** Whether both are known and differ. */
function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
