import type { CodeCell, ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { KernelMessage } from '@jupyterlab/services';
import { PromiseDelegate } from '@lumino/coreutils';

import type { ICellRun, IRunOptions, ITranslator } from '../../contract';
import { hashText } from '../../contract/text/hash-text';
import { readMark } from '../cells/cell-marks';
import { ANSWER_GRACE, STOP_GRACE } from './execution';
import { lostError, unheardError } from './idle-kernel';
import type { KernelView } from './kernel-view';
import { closedError, findCell } from '../cells/find-cell';
import { OutputCollector } from '../cells/output-collector';
import { OutputMeter } from './output-meter';
import { cellOutputs, statusOf } from '../cells/cell-outputs';
import type { IRecalled } from './recalled';
import { ScratchTarget } from './run-target';

export interface IObservedExecutionOptions extends IRunOptions {
  panel: NotebookPanel;
  view: KernelView;
  request: IRecalled;
  /** Name of the notebook, for messages. */
  name: string;
  trans: ITranslator;
}

/**
 * A request of an earlier page that the kernel may still be at. What it says of
 * it from now on goes into the cell, as long as that is the one that was sent;
 * what it said while nobody listened is lost.
 */
export class ObservedExecution {
  constructor(private readonly options: IObservedExecutionOptions) {
    this._scratch = new ScratchTarget(options);
    this._meter = new OutputMeter(() => this.model.outputs);
    this._kernelId = options.view.session.session?.kernel?.id;
    this._epoch = options.view.info.epoch;
    const { view, panel, signal } = options;
    const { session } = view;
    session.iopubMessage.connect(this.onMessage, this);
    view.changed.connect(this.look, this);
    session.connectionStatusChanged.connect(this.look, this);
    session.disposed.connect(this.look, this);
    panel.disposed.connect(this.look, this);
    signal.addEventListener('abort', this.onAbort);
  }

  dispose(): void {
    const { view, panel, signal } = this.options;
    const { session } = view;
    clearTimeout(this._timer);
    session.iopubMessage.disconnect(this.onMessage, this);
    view.changed.disconnect(this.look, this);
    session.connectionStatusChanged.disconnect(this.look, this);
    session.disposed.disconnect(this.look, this);
    panel.disposed.disconnect(this.look, this);
    signal.removeEventListener('abort', this.onAbort);
    this.showRunning(false);
    this._scratch.dispose();
  }

  /** Whether the kernel spoke of the request. */
  get isOurs(): boolean {
    return this._isOurs;
  }

  /**
   * Waits until the kernel has ended what it is at.
   *
   * @returns null where that was something else.
   * @throws WorkspaceError where notebook or kernel is lost, and a stop's reason.
   */
  async ended(): Promise<ICellRun | null> {
    this._isWaiting = true;
    this.tellState();
    if (this.options.signal.aborted) {
      this.onAbort();
    }
    this.look();
    return this._end.promise;
  }

  private onMessage(_: unknown, said: KernelMessage.IMessage): void {
    const { msgId } = this.options.request;
    const parent = said.parent_header as { msg_id?: string };
    if (msgId === null || parent.msg_id !== msgId) {
      return;
    }
    const message = said as KernelMessage.IIOPubMessage;
    if (!this._isOurs) {
      this.begin();
    }
    if (message.header.msg_type === 'execute_input') {
      const { content } = message as KernelMessage.IExecuteInputMsg;
      this._count = content.execution_count;
    }
    this.collect(message);
    if (
      message.header.msg_type === 'status' &&
      (message as KernelMessage.IStatusMsg).content.execution_state === 'idle'
    ) {
      this.finish();
    }
  }

  /** The kernel speaks of it: so it is at it. */
  private begin(): void {
    this._isOurs = true;
    const cell = this.cell();
    if (cell && readMark(cell)?.run?.id !== this.options.request.msgId) {
      // The file was saved before it was sent: these outputs are older.
      cell.model.outputs.clear();
    }
    this.showRunning(true);
    this.tellState();
    if (this.options.signal.aborted) {
      this.stop('stopped');
    }
  }

  private collect(message: KernelMessage.IIOPubMessage): void {
    const { model } = this;
    if (this._collected !== model) {
      this._collected = model;
      this._collector = new OutputCollector(model.outputs);
    }
    const isFlood = this._meter.receive(message);
    this._collector?.add(message);
    this._meter.handle(message);
    if (isFlood) {
      this.stop('flooded');
    }
  }

  /** Ends the wait with whatever else can end it. */
  private look(): void {
    const { view, panel, name, trans } = this.options;
    const { session } = view;
    const { status, epoch } = view.info;
    if (!this._isWaiting) {
      return;
    }
    if (session.isDisposed || panel.isDisposed) {
      return this._isOurs
        ? this.finish('closed')
        : this._end.reject(closedError(name, trans));
    }
    const kernel = session.session?.kernel;
    if (kernel?.connectionStatus === 'disconnected') {
      return this._end.reject(lostError(name, trans));
    }
    if (status === 'dead' || status === 'none') {
      return this.finish('died');
    }
    const isAnother =
      kernel?.id !== this._kernelId ||
      (this._epoch !== '' && epoch !== '' && epoch !== this._epoch);
    if (isAnother || status === 'restarting') {
      return this.finish('restarted');
    }
    if (status === 'idle') {
      this.onIdle();
    }
  }

  private onIdle(): void {
    if (!this._isOurs) {
      // The kernel's status is told right before the message that it came with.
      queueMicrotask(() => {
        if (!this._isOurs) {
          this.finish();
        }
      });
      return;
    }
    const { name, trans } = this.options;
    this._timer ??= setTimeout(
      () => this._end.reject(unheardError(name, trans)),
      ANSWER_GRACE
    );
  }

  private readonly onAbort = (): void => {
    if (this._isOurs) {
      this.stop('stopped');
    } else if (this._isWaiting) {
      // It is somebody else's code, or nobody knows: that is not stopped.
      this._end.reject(this.options.signal.reason);
    }
  };

  private stop(status: 'stopped' | 'flooded'): void {
    if (this._stopped) {
      return;
    }
    this._stopped = status;
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this.finish(status, true), STOP_GRACE);
    const kernel = this.options.view.session.session?.kernel;
    kernel?.interrupt().catch((error: unknown) => {
      // The person is told by `stuck`; the reason is for the log.
      console.warn('Cellwright: the kernel refused to be interrupted', error);
    });
  }

  private finish(status?: ICellRun['status'], stuck = false): void {
    if (!this._isOurs) {
      return this._end.resolve(null);
    }
    const { model } = this;
    if (this._count !== null) {
      // Only now: a cell with a count has ended.
      model.executionCount = this._count;
    }
    const outputs = cellOutputs(model.outputs.toJSON());
    this._end.resolve({
      status: status ?? this._stopped ?? statusOf(outputs),
      outputs,
      executionCount: model.executionCount,
      ms: Math.round(performance.now() - this._since),
      partial: true,
      ...(stuck && { stuck })
    });
  }

  private tellState(): void {
    if (this._isWaiting) {
      this.options.onState?.(this._isOurs ? 'running' : 'waiting-for-kernel');
    }
  }

  /** Nobody else tells the cell that it runs: its page is gone. */
  private showRunning(isRunning: boolean): void {
    const { panel, request } = this.options;
    if (isRunning) {
      this._showsRunning = this.cell() !== undefined;
    }
    const cell =
      this._showsRunning && request.cellId !== null && !panel.isDisposed
        ? findCell(panel.content, request.cellId)
        : undefined;
    if (cell?.model.type === 'code') {
      (cell as CodeCell).model.executionState = isRunning ? 'running' : 'idle';
    }
  }

  /** Where outputs go. By id: a cell that is moved gets a new model. */
  private get model(): ICodeCellModel {
    return this.cell()?.model ?? this._scratch.model;
  }

  /** The cell, as long as its source is what was sent. */
  private cell(): CodeCell | undefined {
    const { panel, request } = this.options;
    const cell =
      request.cellId === null || panel.isDisposed
        ? undefined
        : findCell(panel.content, request.cellId);
    return cell?.model.type === 'code' &&
      hashText(cell.model.sharedModel.getSource()) === request.hash
      ? (cell as CodeCell)
      : undefined;
  }

  private readonly _end = new PromiseDelegate<ICellRun | null>();
  private readonly _scratch: ScratchTarget;
  private readonly _meter: OutputMeter;
  private readonly _kernelId: string | undefined;
  private readonly _epoch: string;
  private readonly _since = performance.now();
  private _isWaiting = false;
  private _isOurs = false;
  private _showsRunning = false;
  private _stopped: 'stopped' | 'flooded' | null = null;
  private _count: number | null = null;
  private _collected: ICodeCellModel | null = null;
  private _collector: OutputCollector | null = null;
  private _timer: ReturnType<typeof setTimeout> | undefined;
}
