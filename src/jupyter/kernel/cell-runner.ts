import type { CodeCell } from '@jupyterlab/cells';
import {
  type INotebookCellExecutor,
  NotebookActions,
  type NotebookPanel
} from '@jupyterlab/notebook';
import { UUID } from '@lumino/coreutils';
import { Signal } from '@lumino/signaling';

import type {
  ICellRun,
  ICellRunOptions,
  ISentRequest,
  ITranslator
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { Execution, type IExecutionOptions } from './execution';
import { idleKernel } from './idle-kernel';
import type { KernelHistory } from './kernel-history';
import type { KernelView } from './kernel-view';
import { closedError, findCodeCell, hasRunningCell } from '../cells/find-cell';
import type { IRecalled } from './observed-execution';
import { Recall } from './recall';
import { CellTarget, ScratchTarget } from './run-target';
import { sendScratch } from './send-scratch';
import type { IServerKernels } from './server-kernels';

export interface ICellRunnerOptions {
  /** The notebook's widget; throws if it is closed. */
  panel(): NotebookPanel;
  kernel: KernelView;
  name(): string;
  executor: INotebookCellExecutor;
  /**
   * Whether the executor sends from this page; otherwise the page does not know
   * the ids of its requests.
   */
  sendsFromPage: boolean;
  server?: IServerKernels;
  history: KernelHistory;
  /** How many connections to the kernel this page has at least. */
  connections(): number;
  trans: ITranslator;
}

/**
 * Runs cells and scratch code one after the other, each only once the kernel is
 * idle: nothing of ours waits in the kernel's queue behind the person's cells,
 * so it can be withdrawn until it starts.
 */
export class CellRunner {
  private readonly _queue = new SerialQueue();

  private _current: AbortSignal | null = null;

  constructor(private readonly _options: ICellRunnerOptions) {}

  /** Whether one of our runs is on the kernel now. */
  get isRunning(): boolean {
    return this._current !== null;
  }

  /**
   * Runs a cell of the notebook.
   *
   * @throws WorkspaceError if the cell could not be run, or its result could
   * not be obtained.
   */
  run(id: string, options: ICellRunOptions): Promise<ICellRun> {
    return this._orNotSent(options.signal, () => this._runCell(id, options));
  }

  /** @see INotebook.nextRequest */
  nextRequest(source: string): ISentRequest | null {
    const { kernel, history, sendsFromPage } = this._options;
    const panel = this._options.panel();
    return this._queue.isFree &&
      kernel.status === 'idle' &&
      !panel.sessionContext.pendingInput &&
      !hasRunningCell(panel) &&
      !history.isOutdated
      ? this._sent(panel, sendsFromPage ? UUID.uuid4() : null, source)
      : null;
  }

  /** Runs code without a cell. @throws WorkspaceError as `run`. */
  scratch(code: string, options: ICellRunOptions): Promise<ICellRun> {
    return this._orNotSent(options.signal, () =>
      this._runScratch(code, options)
    );
  }

  /**
   * Finds out what became of a request sent before this page load. It takes its
   * turn on the kernel as if it were sent now, but nothing is sent.
   */
  recall(
    request: IRecalled,
    options: ICellRunOptions
  ): Promise<ICellRun | 'not-run' | null> {
    const { name, kernel, history, server, connections, trans } = this._options;
    return this.inTurn(options.signal, () =>
      this._holding(options.signal, () =>
        new Recall({
          panel: this._options.panel(),
          view: kernel,
          history,
          server,
          connections,
          name: name(),
          trans,
          ...options
        }).find(request)
      )
    );
  }

  /**
   * Gives `task` the kernel to itself, among everything that goes through here.
   */
  inTurn<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const turn = this._queue.run(() => {
      if (signal.aborted) {
        throw signal.reason;
      }
      return task();
    });
    return orAborted(turn, signal, () => this._current === signal);
  }

  private async _orNotSent(
    signal: AbortSignal,
    run: () => Promise<ICellRun>
  ): Promise<ICellRun> {
    try {
      return await this.inTurn(signal, run);
    } catch (error) {
      // Stopped before anything was sent: nothing to interrupt.
      if (signal.aborted && error === signal.reason) {
        return NOT_SENT;
      }
      throw error;
    }
  }

  private async _runCell(
    id: string,
    options: ICellRunOptions
  ): Promise<ICellRun> {
    const { trans, executor, sendsFromPage } = this._options;
    const { panel, msgId } = await this._dispatched(options, sendsFromPage, id);
    const name = this._options.name();
    const cell = findCodeCell(panel.content, id, name, trans);
    const target = new CellTarget({ panel, id, name, trans });
    const { history } = this._options;
    let count: number | null = null;
    history.began();
    try {
      const run = await this._holding(options.signal, () =>
        this._execution({ panel, msgId, target, ...options }).run(observed =>
          executor.runCell(this._request(panel, cell, observed))
        )
      );
      count = run.executionCount;
      return run;
    } finally {
      history.ended(count);
    }
  }

  private _execution(
    request: Omit<IExecutionOptions, 'view' | 'name' | 'trans' | 'server'>
  ): Execution {
    const { kernel: view, name, trans, server } = this._options;
    return new Execution({ view, name: name(), trans, server, ...request });
  }

  private async _runScratch(
    code: string,
    options: ICellRunOptions
  ): Promise<ICellRun> {
    const { panel, msgId } = await this._dispatched(options, true);
    const target = new ScratchTarget({
      name: this._options.name(),
      trans: this._options.trans
    });
    try {
      return await this._holding(options.signal, () =>
        this._execution({ panel, msgId, target, ...options }).run(session =>
          sendScratch(code, this._options.kernel.info.language, session, target)
        )
      );
    } finally {
      target.dispose();
    }
  }

  /**
   * Reports the request once the kernel is idle, and returns with the kernel
   * still idle in the same turn of the event loop. If somebody else was faster
   * in the meantime, it waits again. It reports again only if what it reported
   * no longer holds: another kernel or process, another source of the cell, a
   * history that has moved on, or a wait, because the reason it was let through
   * may be gone by then.
   */
  private async _dispatched(
    options: ICellRunOptions,
    isKnown: boolean,
    cellId?: string
  ): Promise<{ panel: NotebookPanel; msgId: string }> {
    const { kernel, history } = this._options;
    const { msgId = UUID.uuid4() } = options;
    if (options.onSend) {
      await this._ready(options, cellId);
      await kernel.processKnown();
    }
    let lastState: string | null = null;
    const watching: ICellRunOptions = {
      ...options,
      onState: state => {
        lastState = null;
        options.onState?.(state);
      }
    };
    for (;;) {
      let panel = await this._ready(watching, cellId);
      if (!options.onSend) {
        return { panel, msgId };
      }
      if (cellId !== undefined && history.isOutdated) {
        await history.learn();
        panel = await this._ready(watching, cellId);
        if (history.isOutdated) {
          continue;
        }
      }
      const cell =
        cellId === undefined
          ? null
          : findCodeCell(
              panel.content,
              cellId,
              this._options.name(),
              this._options.trans
            );
      const source = cell?.model.sharedModel.getSource();
      const sent = this._sent(panel, isKnown ? msgId : null, source);
      const request = JSON.stringify([sent, source]);
      if (request === lastState) {
        return { panel, msgId };
      }
      await options.onSend(sent);
      lastState = request;
    }
  }

  /** @param source of the cell; code without one leaves no trace in the history. */
  private _sent(
    panel: NotebookPanel,
    msgId: string | null,
    source: string | undefined
  ): ISentRequest {
    const { kernel, history } = this._options;
    const mark = source === undefined ? undefined : history.mark(source);
    return {
      msgId,
      kernelId: panel.sessionContext.session?.kernel?.id ?? '',
      process: kernel.process,
      ...(mark && { history: mark })
    };
  }

  /**
   * The notebook's widget, with its kernel idle in this turn of the event loop.
   */
  private async _ready(
    { signal, onState }: ICellRunOptions,
    exceptId?: string
  ): Promise<NotebookPanel> {
    const { trans, kernel } = this._options;
    const panel = this._options.panel();
    const name = this._options.name();
    await idleKernel({
      view: kernel,
      cellsRunning: () => hasRunningCell(panel, exceptId),
      name,
      trans,
      signal,
      onWait: wait => onState?.(wait)
    });
    if (panel.isDisposed) {
      throw closedError(name, trans);
    }
    return panel;
  }

  private async _holding<T>(
    signal: AbortSignal,
    run: () => Promise<T>
  ): Promise<T> {
    this._current = signal;
    try {
      return await run();
    } finally {
      this._current = null;
    }
  }

  /**
   * The request that `NotebookActions.runCells` would make, without touching
   * mode, focus, selection and scroll.
   */
  private _request(
    panel: NotebookPanel,
    cell: CodeCell,
    sessionContext: NotebookPanel['sessionContext']
  ): INotebookCellExecutor.IRunCellOptions {
    const notebook = panel.content;
    const model = notebook.model;
    if (!model) {
      throw closedError(this._options.name(), this._options.trans);
    }
    return {
      cell,
      notebook: model,
      notebookConfig: notebook.notebookConfig,
      sessionContext,
      onCellExecutionScheduled: args =>
        announce(NotebookActions.executionScheduled, { notebook, ...args }),
      onCellExecuted: args =>
        announce(NotebookActions.executed, { notebook, ...args })
    };
  }
}

const NOT_SENT: ICellRun = {
  status: 'stopped',
  outputs: [],
  executionCount: null,
  ms: 0
};

/**
 * A cell that waits for its turn gives up as soon as it is stopped; one that is
 * running ends by itself and reports how.
 */
function orAborted<T>(
  turn: Promise<T>,
  signal: AbortSignal,
  isRunning: () => boolean
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      if (!isRunning()) {
        reject(signal.reason);
      }
    };
    signal.addEventListener('abort', abort, { once: true });
    turn
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) {
      abort();
    }
  });
}

/**
 * The table of contents and other extensions follow runs through the signals of
 * `NotebookActions`. By their types, only `NotebookActions` can emit them.
 */
function announce<T>(signal: unknown, args: T): void {
  if (signal instanceof Signal) {
    (signal as Signal<unknown, T>).emit(args);
  }
}
