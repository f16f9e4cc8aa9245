import type { CodeCell, ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { KernelMessage } from '@jupyterlab/services';
import { PromiseDelegate } from '@lumino/coreutils';

import type {
  ICellRun,
  ICellRunOptions,
  ISentRequest,
  ITranslator
} from '../../contract';
import { hashText } from '../../contract/text/hash-text';
import { readMark } from '../cells/cell-marks';
import { ANSWER_GRACE, STOP_GRACE } from './execution';
import { lostError, unheardError } from './idle-kernel';
import type { KernelView } from './kernel-view';
import { closedError, findCell } from '../cells/find-cell';
import { OutputCollector } from '../cells/output-collector';
import { OutputMeter } from './output-meter';
import { cellOutputs, statusOf } from '../cells/cell-outputs';
import { ScratchTarget } from './run-target';

export interface IRecalled extends ISentRequest {
  /** Null for code without a cell. */
  cellId: string | null;
  /** Hash of the code that was sent. */
  hash: string;
  callId: string;
}

export interface IObservedExecutionOptions extends ICellRunOptions {
  panel: NotebookPanel;
  view: KernelView;
  request: IRecalled;
  /** Name of the notebook, for messages. */
  name: string;
  trans: ITranslator;
}

/**
 * A request sent before this page load that the kernel may still be working on.
 * Its messages from now on go into the cell, as long as that still has the
 * source that was sent; those sent while nobody listened are lost.
 */
export class ObservedExecution {
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

  private readonly _onAbort = (): void => {
    if (this._isOurs) {
      this._stop('stopped');
    } else if (this._isWaiting) {
      // It is somebody else's code, or may be: do not interrupt it.
      this._end.reject(this._options.signal.reason);
    }
  };

  constructor(private readonly _options: IObservedExecutionOptions) {
    this._scratch = new ScratchTarget(_options);
    this._meter = new OutputMeter(() => this._model.outputs);
    this._kernelId = _options.view.session.session?.kernel?.id;
    this._epoch = _options.view.info.epoch;
    const { view, panel, signal } = _options;
    const { session } = view;
    session.iopubMessage.connect(this._onMessage, this);
    view.changed.connect(this._look, this);
    session.connectionStatusChanged.connect(this._look, this);
    session.disposed.connect(this._look, this);
    panel.disposed.connect(this._look, this);
    signal.addEventListener('abort', this._onAbort);
  }

  dispose(): void {
    const { view, panel, signal } = this._options;
    const { session } = view;
    clearTimeout(this._timer);
    session.iopubMessage.disconnect(this._onMessage, this);
    view.changed.disconnect(this._look, this);
    session.connectionStatusChanged.disconnect(this._look, this);
    session.disposed.disconnect(this._look, this);
    panel.disposed.disconnect(this._look, this);
    signal.removeEventListener('abort', this._onAbort);
    this._showRunning(false);
    this._scratch.dispose();
  }

  /** Whether the kernel has sent a message about the request. */
  get isOurs(): boolean {
    return this._isOurs;
  }

  /**
   * Waits until the kernel has finished what it is doing.
   *
   * @returns null if that was something else.
   * @throws WorkspaceError if the notebook or kernel is lost, and the signal's
   * reason when it is stopped.
   */
  async ended(): Promise<ICellRun | null> {
    this._isWaiting = true;
    this._tellState();
    if (this._options.signal.aborted) {
      this._onAbort();
    }
    this._look();
    return this._end.promise;
  }

  /** Where outputs go. Looked up by id: a moved cell gets a new model. */
  private get _model(): ICodeCellModel {
    return this._cell()?.model ?? this._scratch.model;
  }

  private _onMessage(_: unknown, answer: KernelMessage.IMessage): void {
    const { msgId } = this._options.request;
    const parent = answer.parent_header as { msg_id?: string };
    if (msgId === null || parent.msg_id !== msgId) {
      return;
    }
    const message = answer as KernelMessage.IIOPubMessage;
    if (!this._isOurs) {
      this._begin();
    }
    if (message.header.msg_type === 'execute_input') {
      const { content } = message as KernelMessage.IExecuteInputMsg;
      this._count = content.execution_count;
    }
    this._collect(message);
    if (
      message.header.msg_type === 'status' &&
      (message as KernelMessage.IStatusMsg).content.execution_state === 'idle'
    ) {
      this._finish();
    }
  }

  /** The kernel sent a message about the request, so it is running. */
  private _begin(): void {
    this._isOurs = true;
    const cell = this._cell();
    if (cell && readMark(cell)?.run?.id !== this._options.request.msgId) {
      // The file was saved before the request was sent: these outputs are
      // older.
      cell.model.outputs.clear();
    }
    this._showRunning(true);
    this._tellState();
    if (this._options.signal.aborted) {
      this._stop('stopped');
    }
  }

  private _collect(message: KernelMessage.IIOPubMessage): void {
    const { _model: model } = this;
    if (this._collected !== model) {
      this._collected = model;
      this._collector = new OutputCollector(model.outputs);
    }
    const isFlood = this._meter.receive(message);
    this._collector?.add(message);
    this._meter.handle(message);
    if (isFlood) {
      this._stop('flooded');
    }
  }

  /** Ends the wait if anything else has ended the request. */
  private _look(): void {
    const { view, panel, name, trans } = this._options;
    const { session } = view;
    const { status, epoch } = view.info;
    if (!this._isWaiting) {
      return;
    }
    if (session.isDisposed || panel.isDisposed) {
      return this._isOurs
        ? this._finish('closed')
        : this._end.reject(closedError(name, trans));
    }
    const kernel = session.session?.kernel;
    if (kernel?.connectionStatus === 'disconnected') {
      return this._end.reject(lostError(name, trans));
    }
    if (status === 'dead' || status === 'none') {
      return this._finish('died');
    }
    const isAnother =
      kernel?.id !== this._kernelId ||
      (this._epoch !== '' && epoch !== '' && epoch !== this._epoch);
    if (isAnother || status === 'restarting') {
      return this._finish('restarted');
    }
    if (status === 'idle') {
      this._onIdle();
    }
  }

  private _onIdle(): void {
    if (!this._isOurs) {
      // The status changes right before the message that caused it is
      // delivered.
      queueMicrotask(() => {
        if (!this._isOurs) {
          this._finish();
        }
      });
      return;
    }
    const { name, trans } = this._options;
    this._timer ??= setTimeout(
      () => this._end.reject(unheardError(name, trans)),
      ANSWER_GRACE
    );
  }

  private _stop(status: 'stopped' | 'flooded'): void {
    if (this._stopped) {
      return;
    }
    this._stopped = status;
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._finish(status, true), STOP_GRACE);
    const kernel = this._options.view.session.session?.kernel;
    kernel?.interrupt().catch((error: unknown) => {
      // `stuck` tells the person; the reason is only logged.
      console.warn('Cellwright: the kernel refused to be interrupted', error);
    });
  }

  private _finish(status?: ICellRun['status'], stuck = false): void {
    if (!this._isOurs) {
      return this._end.resolve(null);
    }
    const { _model: model } = this;
    if (this._count !== null) {
      // Set only now, since a cell with a count counts as ended.
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

  private _tellState(): void {
    if (this._isWaiting) {
      this._options.onState?.(this._isOurs ? 'running' : 'waiting-for-kernel');
    }
  }

  /**
   * Shows that the cell is running. Nobody else does: the page that sent it is
   * gone.
   */
  private _showRunning(isRunning: boolean): void {
    const { panel, request } = this._options;
    if (isRunning) {
      this._showsRunning = this._cell() !== undefined;
    }
    const cell =
      this._showsRunning && request.cellId !== null && !panel.isDisposed
        ? findCell(panel.content, request.cellId)
        : undefined;
    if (cell?.model.type === 'code') {
      (cell as CodeCell).model.executionState = isRunning ? 'running' : 'idle';
    }
  }

  /** The cell, as long as its source is still what was sent. */
  private _cell(): CodeCell | undefined {
    const { panel, request } = this._options;
    const cell =
      request.cellId === null || panel.isDisposed
        ? undefined
        : findCell(panel.content, request.cellId);
    return cell?.model.type === 'code' &&
      hashText(cell.model.sharedModel.getSource()) === request.hash
      ? (cell as CodeCell)
      : undefined;
  }
}
