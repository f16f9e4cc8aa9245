import type { Kernel, KernelMessage } from '@jupyterlab/services';
import { PromiseDelegate } from '@lumino/coreutils';
import type { IDisposable } from '@lumino/disposable';

import type { ITranslator } from '../../contract';
import {
  WorkspaceError,
  isWorkspaceError
} from '../../contract/ports/workspace-error';
import { askKernel, leavesNothing } from './ask-kernel';
import { STOP_GRACE } from './execution';
import { busyError, idleKernel } from './idle-kernel';
import { hasRunningCell } from '../cells/find-cell';
import type { CellRunner, ICellRunnerOptions } from './cell-runner';
import { KernelSubshell } from './kernel-subshell';

/**
 * Most characters our inspection code may print; its own limit is far lower.
 */
const MAX_PRINTED = 1_000_000;
/**
 * ms: a subshell that has not answered after this long is waiting for code that
 * holds the interpreter, such as a cell running in C.
 */
export const BESIDE_LIMIT = 10_000;

interface IQuestion {
  /** Our own fixed code. */
  code: string;
  /** Language of the kernel; empty if it has not said. */
  language: string;
  signal: AbortSignal;
  /** Name of the notebook, for messages. */
  name: string;
  trans: ITranslator;
}

/**
 * Runs our own fixed code outside the notebook.
 *
 * @param isBeside on a subshell, while a cell runs: it is just abandoned when it
 * is stopped, since an interrupt would hit the cell.
 * @returns what it printed on stdout, or if it printed nothing, what it
 * displayed: kernels of R and Julia may do that.
 */
async function ask(
  kernel: Kernel.IKernelConnection,
  { code, language, signal, name, trans }: IQuestion,
  isBeside: boolean
): Promise<string> {
  const future = askKernel(kernel, {
    code,
    user_expressions: leavesNothing(language)
  });
  const received = new Heard();
  future.onIOPub = message => received.note(message);
  const gaveUp = new PromiseDelegate<never>();
  let timer = isBeside
    ? setTimeout(() => gaveUp.reject(busyError(name, trans)), BESIDE_LIMIT)
    : undefined;
  const abort = (): void => {
    if (isBeside) {
      gaveUp.reject(signal.reason);
    } else {
      timer = setTimeout(() => gaveUp.reject(signal.reason), STOP_GRACE);
      kernel.interrupt().catch((error: unknown) => gaveUp.reject(error));
    }
  };
  signal.addEventListener('abort', abort);
  try {
    const { content } = await Promise.race([future.done, gaveUp.promise]);
    if (content.status === 'error') {
      received.raised ??= content;
    }
  } catch (error) {
    if (signal.aborted) {
      throw signal.reason;
    }
    if (error instanceof WorkspaceError) {
      throw error;
    }
    throw new WorkspaceError(
      'failed',
      trans.__(
        'The kernel of “%1” was restarted or lost before it could answer. Try again.',
        name
      ),
      { cause: error }
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    future.dispose();
  }
  if (signal.aborted) {
    throw signal.reason;
  }
  if (received.raised) {
    throw new WorkspaceError(
      'failed',
      trans.__(
        'The kernel of “%1” could not list its variables: “%2”.',
        name,
        `${received.raised.ename}: ${received.raised.evalue}`
      )
    );
  }
  return received.text;
}

/** What comes back from the kernel. */
class Heard {
  raised: { ename: string; evalue: string } | null = null;

  private _printed = '';

  private readonly _shown: string[] = [];

  get text(): string {
    return this._printed || this._shown.join('\n');
  }

  note(message: KernelMessage.IIOPubMessage): void {
    switch (message.header.msg_type) {
      case 'stream': {
        const { content } = message as KernelMessage.IStreamMsg;
        if (content.name === 'stdout' && this._printed.length < MAX_PRINTED) {
          this._printed += content.text;
        }
        break;
      }
      case 'execute_result':
      case 'display_data': {
        const { data } = (message as KernelMessage.IDisplayDataMsg).content;
        const text = data['text/plain'];
        if (typeof text === 'string' && this._shown.length < MAX_SHOWN) {
          this._shown.push(text.slice(0, MAX_PRINTED));
        }
        break;
      }
      case 'error':
        this.raised = (message as KernelMessage.IErrorMsg).content;
        break;
      default:
    }
  }
}

/** Our code displays one thing, or a few. */
const MAX_SHOWN = 10;

/**
 * Asks a notebook's kernel about itself: on the shell that runs cells while
 * that is idle, on a subshell while it is not.
 */
export class Inspector implements IDisposable {
  private readonly _subshell: KernelSubshell;

  constructor(
    private readonly _options: Pick<
      ICellRunnerOptions,
      'panel' | 'kernel' | 'name' | 'trans'
    >,
    private readonly _runner: CellRunner
  ) {
    this._subshell = new KernelSubshell(_options.kernel);
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
    const { kernel: view, panel, trans } = this._options;
    const { _runner: runner } = this;
    const cellsRunning = (): boolean => hasRunningCell(panel());
    const { language } = view.info;
    const name = this._options.name();
    const question = { code, language, signal, name, trans };
    this.prepare();
    const isBusy =
      runner.isRunning || (view.status === 'busy' && !view.isAsked);
    if (isBusy || cellsRunning()) {
      const { connection } = this._subshell;
      if (connection) {
        return this._askBeside(connection, question);
      }
      if (isBusy) {
        throw busyError(name, trans);
      }
    }
    return runner.inTurn(signal, async () => {
      const idle = { view, cellsRunning, ...question, refuseBusy: true };
      return ask(await idleKernel(idle), question, false);
    });
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
      return await ask(connection, question, true);
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
