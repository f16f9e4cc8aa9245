import type { Kernel } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';

import type { ITranslator } from '../../contract';
import { isWorkspaceError } from '../../contract/ports/workspace-error';
import type { CellRunner } from './cell-runner';
import { busyError } from './idle-kernel';
import { inspectBeside, inspectKernel, type IQuestion } from './inspect-kernel';
import type { KernelView } from './kernel-view';
import { KernelSubshell } from './kernel-subshell';

export interface IInspectorOptions {
  view: KernelView;
  runner: CellRunner;
  /** Whether a cell of the notebook is running or queued. */
  cellsRunning(): boolean;
  name(): string;
  trans: ITranslator;
}

/**
 * Asks a notebook's kernel about itself: on the shell that runs cells while
 * that is idle, on a subshell while it is not.
 */
export class Inspector implements IDisposable {
  private readonly _subshell: KernelSubshell;

  constructor(private readonly _options: IInspectorOptions) {
    this._subshell = new KernelSubshell(_options.view);
  }

  /** Code is about to run: prepares a way to ask while it does. */
  prepare(): void {
    this._subshell.want();
  }

  /**
   * @throws WorkspaceError `kernel-busy` | `failed`, and the signal's reason
   * when it is stopped.
   */
  async ask(code: string, signal: AbortSignal): Promise<string> {
    const { view, runner, cellsRunning, trans } = this._options;
    const { language } = view.info;
    const name = this._options.name();
    const question = { code, language, signal, name, trans };
    this.prepare();
    const isBusy = runner.isRunning || view.status === 'busy';
    if (isBusy || cellsRunning()) {
      const { connection } = this._subshell;
      if (connection) {
        return this._askBeside(connection, question);
      }
      if (isBusy) {
        throw busyError(question.name, trans);
      }
    }
    return runner.inTurn(signal, () =>
      inspectKernel({ view, cellsRunning, ...question })
    );
  }

  get isDisposed(): boolean {
    return this._subshell.isDisposed;
  }

  dispose(): void {
    this._subshell.dispose();
  }

  private async _askBeside(
    connection: Kernel.IKernelConnection,
    question: IQuestion
  ): Promise<string> {
    try {
      return await inspectBeside(connection, question);
    } catch (error) {
      if (
        question.signal.aborted ||
        (isWorkspaceError(error) && error.code === 'kernel-busy')
      ) {
        // It may be stuck for long; the next question gets a new one.
        this._subshell.replace();
      }
      throw error;
    }
  }
}
