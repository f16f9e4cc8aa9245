import { type CodeCell, CodeCellModel } from '@jupyterlab/cells';
import {
  type INotebookCellExecutor,
  NotebookActions,
  type NotebookPanel,
  KernelError
} from '@jupyterlab/notebook';
import { UUID } from '@lumino/coreutils';
import { Signal } from '@lumino/signaling';
import type { ISessionContext } from '@jupyterlab/apputils';

import type {
  ICellRun,
  ICellRunOptions,
  ISentRequest,
  ITranslator
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import {
  Execution,
  type IExecutionOptions,
  type IRunTarget
} from './execution';
import { idleKernel } from './idle-kernel';
import type { KernelView } from './kernel-view';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import {
  closedError,
  findCell,
  findCodeCell,
  hasRunningCell,
  noSuchCell
} from '../cells/find-cell';
import { OutputCollector } from '../cells/output-collector';
import { type IRecalled, recall } from './recall';
import type { IServerKernels } from './server-kernels';
import { askKernel, leavesNothing } from './ask-kernel';

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
  sendsFromPage?: boolean;
  server?: IServerKernels;
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
  ): Promise<ICellRun | null> {
    const { name, kernel, trans } = this._options;
    return this.inTurn(options.signal, () =>
      this._holding(options.signal, () =>
        recall({
          panel: this._options.panel(),
          view: kernel,
          request,
          name: name(),
          trans,
          ...options
        })
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
    const { trans, executor, sendsFromPage = true } = this._options;
    const { panel, msgId } = await this._dispatched(options, sendsFromPage, id);
    const name = this._options.name();
    const cell = findCodeCell(panel.content, id, name, trans);
    const target: IRunTarget = {
      // Looked up by id: a moved cell gets a new widget and a new model.
      get model() {
        return panel.isDisposed
          ? undefined
          : (findCell(panel.content, id) as CodeCell | undefined)?.model;
      },
      lost() {
        return this.model
          ? new WorkspaceError(
              'failed',
              trans.__(
                'A cell of “%1” was moved or replaced from elsewhere while it ran, so its result was lost. Read the notebook, then run it again if needed.',
                name
              )
            )
          : noSuchCell(id, name, trans);
      }
    };
    return this._holding(options.signal, () =>
      this._execution({ panel, msgId, target, ...options }).run(observed =>
        executor.runCell(this._request(panel, cell, observed))
      )
    );
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
    const { name, trans, kernel } = this._options;
    // A cell that is in no notebook.
    const model = new CodeCellModel();
    const target: IRunTarget = {
      model,
      lost: () =>
        new WorkspaceError(
          'failed',
          trans.__(
            'The kernel of “%1” did not answer, so the result was lost. Try again.',
            name()
          )
        )
    };
    try {
      return await this._holding(options.signal, () =>
        this._execution({ panel, msgId, target, ...options }).run(session =>
          sendScratch(code, kernel.info.language, session, model)
        )
      );
    } finally {
      model.dispose();
    }
  }

  /**
   * Reports the request once the kernel is idle, and returns with the kernel
   * still idle in the same turn of the event loop. If somebody else was faster
   * in the meantime, it waits again. It reports again only if what it reported
   * no longer holds: another kernel or process, another source of the cell, or a
   * wait, because the reason it was let through may be gone by then.
   */
  private async _dispatched(
    options: ICellRunOptions,
    isKnown: boolean,
    cellId?: string
  ): Promise<{ panel: NotebookPanel; msgId: string }> {
    const { kernel } = this._options;
    const msgId = UUID.uuid4();
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
      const panel = await this._ready(watching, cellId);
      if (!options.onSend) {
        return { panel, msgId };
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
      const sent = this._sent(panel, isKnown ? msgId : null);
      const request = JSON.stringify([sent, source]);
      if (request === lastState) {
        return { panel, msgId };
      }
      await options.onSend(sent);
      lastState = request;
    }
  }

  private _sent(panel: NotebookPanel, msgId: string | null): ISentRequest {
    return {
      msgId,
      kernelId: panel.sessionContext.session?.kernel?.id ?? '',
      process: this._options.kernel.process
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

/**
 * Sends code that belongs to no cell: it leaves nothing in the history and
 * cannot ask for input.
 *
 * @param language of the kernel; empty if it has not said.
 * @returns whether it ran.
 * @throws KernelError if the kernel answers with an error.
 */
async function sendScratch(
  code: string,
  language: string,
  session: ISessionContext,
  model: CodeCellModel
): Promise<boolean> {
  const kernel = session.session?.kernel;
  if (!kernel) {
    return false;
  }
  const user_expressions = leavesNothing(language);
  const future = kernel.requestExecute({
    code,
    user_expressions,
    store_history: false,
    silent: false,
    allow_stdin: false,
    stop_on_error: false
  });
  const collector = new OutputCollector(model.outputs);
  future.onIOPub = message => {
    // A stop may already have abandoned it.
    if (!model.isDisposed) {
      collector.add(message);
    }
  };
  const { content } = await future.done;
  if (content.status !== 'ok') {
    // A kernel does not evaluate expressions after code that failed.
    askKernel(kernel, { code: '', silent: true, user_expressions });
    throw new KernelError(content);
  }
  return true;
}
