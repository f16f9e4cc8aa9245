import type { Kernel, KernelMessage } from '@jupyterlab/services';
import { PromiseDelegate } from '@lumino/coreutils';
import type { IDisposable } from '@lumino/disposable';
import { Signal } from '@lumino/signaling';

import type { ICommandRun, IShell, ITranslator } from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { commandCode, type ICommandOptions } from './command-code';
import { CommandOutput } from './command-output';
import { leavesNothing } from '../kernel/ask-kernel';
import { STOP_GRACE } from '../kernel/execution';
import { HiddenKernels } from './hidden-kernels';

/** ms: a kernel that is silent this long after the time limit is given up. */
export const OVERTIME = 10_000;

export type CommandListeners = Parameters<IShell['run']>[1];

/** Runs commands as processes of a hidden Python kernel. */
export class KernelShell implements IDisposable {
  private readonly _kernels: HiddenKernels;

  constructor(
    kernels: Kernel.IManager,
    private readonly _trans: ITranslator
  ) {
    this._kernels = new HiddenKernels(kernels);
  }

  /**
   * @param spec name of a Python kernelspec.
   * @returns null if its Python cannot start processes, as in a browser.
   * @throws WorkspaceError if the kernel could not be started or was lost.
   */
  async run(
    spec: string,
    command: ICommandOptions,
    { signal, onOutput }: CommandListeners
  ): Promise<ICommandRun | null> {
    const kernel = await this._start(spec, signal);
    if (!kernel) {
      return NOT_BEGUN;
    }
    const output = new CommandOutput(onOutput);
    const run = new CommandRun(kernel, output, command, signal);
    const end = await run.result();
    if (end === 'answered') {
      this._kernels.give(kernel);
    } else {
      this._kernels.discard(kernel);
    }
    return this._result(output, run, end);
  }

  get isDisposed(): boolean {
    return this._kernels.isDisposed;
  }

  dispose(): void {
    this._kernels.dispose();
  }

  /** @returns null if it was stopped in the meantime. */
  private async _start(
    spec: string,
    signal: AbortSignal
  ): Promise<Kernel.IKernelConnection | null> {
    const starting = this._kernels.take(spec);
    let onAbort = (): void => undefined;
    const aborted = new Promise<null>(resolve => {
      onAbort = () => resolve(null);
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) {
        resolve(null);
      }
    });
    try {
      const kernel = await Promise.race([aborted, starting]);
      if (!kernel) {
        starting.then(
          late => this._kernels.give(late),
          (error: unknown) => {
            console.debug('Cellwright: a hidden kernel did not start', error);
          }
        );
      }
      return kernel;
    } catch (error) {
      throw new WorkspaceError(
        'failed',
        this._trans.__(
          'The command was not run: the server could not start a kernel for it (“%1”). Try again in a moment.',
          error instanceof Error ? error.message : String(error)
        ),
        { cause: error }
      );
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  private _result(
    { text, cut, end }: CommandOutput,
    run: CommandRun,
    how: CommandEnding
  ): ICommandRun | null {
    if (end?.end === 'unavailable') {
      return null;
    }
    if (end) {
      return {
        status: end.end,
        exitCode: end.code,
        stdout: text.stdout,
        stderr: end.why ?? text.stderr,
        ...(cut && { cut }),
        ms: end.ms
      };
    }
    if (run.isStopping || how === 'overtime') {
      return {
        status: run.isStopping ? 'stopped' : 'timeout',
        exitCode: null,
        ...text,
        ...(cut && { cut }),
        ms: run.ms
      };
    }
    throw new WorkspaceError(
      'failed',
      this._trans.__(
        'The kernel that ran the command was lost, so its result is not known. Look at what the command did before you run it again.'
      )
    );
  }
}

/** How a request ended, regardless of what it printed. */
type CommandEnding = 'answered' | 'lost' | 'stuck' | 'overtime';

/** One request on one of our kernels, until it is answered or given up. */
class CommandRun {
  /** Set once it was asked to stop. */
  isStopping = false;

  private readonly _given = new PromiseDelegate<CommandEnding>();

  private readonly _sentAt = performance.now();

  private _hasBegun = false;

  private _isInterrupted = false;

  private _overtime: ReturnType<typeof setTimeout> | undefined;

  private _stopTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly _kernel: Kernel.IKernelConnection,
    private readonly _output: CommandOutput,
    private readonly _command: ICommandOptions,
    private readonly _signal: AbortSignal
  ) {}

  get ms(): number {
    return Math.round(performance.now() - this._sentAt);
  }

  async result(): Promise<CommandEnding> {
    const { _kernel: kernel, _signal: signal } = this;
    const future = kernel.requestExecute({
      code: commandCode(this._command),
      user_expressions: leavesNothing('python'),
      store_history: false,
      silent: false,
      allow_stdin: false,
      stop_on_error: false
    });
    future.onIOPub = message => this._note(message);
    const stop = (): void => this._stop();
    signal.addEventListener('abort', stop);
    this._overtime = setTimeout(
      () => this._given.resolve('overtime'),
      this._command.timeout + OVERTIME
    );
    const lost = (_: unknown, status: string): void => {
      if (LOST.has(status)) {
        this._given.resolve('lost');
      }
    };
    kernel.statusChanged.connect(lost);
    kernel.connectionStatusChanged.connect(lost);
    const answered = future.done.then(
      () => 'answered' as const,
      () => 'lost' as const
    );
    try {
      return await Promise.race([answered, this._given.promise]);
    } finally {
      clearTimeout(this._overtime);
      clearTimeout(this._stopTimer);
      signal.removeEventListener('abort', stop);
      Signal.disconnectReceiver(lost);
      future.dispose();
    }
  }

  private _note(message: KernelMessage.IIOPubMessage): void {
    if (message.header.msg_type === 'stream') {
      const { content } = message as KernelMessage.IStreamMsg;
      if (content.name === 'stdout') {
        this._output.push(content.text);
      }
    } else if (message.header.msg_type === 'status') {
      const { content } = message as KernelMessage.IStatusMsg;
      this._hasBegun ||= content.execution_state === 'busy';
      this._interrupt();
    }
  }

  private _stop(): void {
    this.isStopping = true;
    this._stopTimer = setTimeout(
      () => this._given.resolve('stuck'),
      STOP_GRACE
    );
    this._interrupt();
  }

  /** Not before the request has begun: an idle kernel ignores an interrupt. */
  private _interrupt(): void {
    if (!this.isStopping || !this._hasBegun || this._isInterrupted) {
      return;
    }
    this._isInterrupted = true;
    this._kernel.interrupt().catch((error: unknown) => {
      console.warn('Cellwright: the kernel refused to be interrupted', error);
      this._given.resolve('stuck');
    });
  }
}

const LOST: ReadonlySet<string> = new Set([
  'dead',
  'restarting',
  'autorestarting',
  'terminating',
  'disconnected'
]);

export const NOT_BEGUN: ICommandRun = {
  status: 'stopped',
  exitCode: null,
  stdout: '',
  stderr: '',
  ms: 0
};
