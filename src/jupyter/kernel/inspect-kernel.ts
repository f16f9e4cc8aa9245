import type { Kernel, KernelMessage } from '@jupyterlab/services';

import type { ITranslator } from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { askKernel, leavesNothing } from './ask-kernel';
import { STOP_GRACE } from './execution';
import { busyError, type IIdleOptions, idleKernel } from './idle-kernel';

/**
 * Most characters our inspection code may print; its own limit is far lower.
 */
const MAX_PRINTED = 1_000_000;
/**
 * ms: a subshell that has not answered after this long is waiting for code that
 * holds the interpreter, such as a cell running in C.
 */
export const BESIDE_LIMIT = 10_000;

export interface IQuestion {
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
 * Runs our own fixed code outside the notebook, on the shell that runs cells.
 *
 * @returns what it printed on stdout, or if it printed nothing, what it
 * displayed: kernels of R and Julia may do that.
 * @throws WorkspaceError `failed` if it raised, `kernel-busy` if a cell is
 * running, and the signal's reason when it is stopped.
 */
export async function inspectKernel(
  options: IIdleOptions & IQuestion
): Promise<string> {
  const kernel = await idleKernel({ ...options, refuseBusy: true });
  return ask(kernel, options, () => interruptOnAbort(kernel, options.signal));
}

/**
 * The same through a subshell, while a cell runs. When it is stopped it is just
 * abandoned: an interrupt would hit the cell.
 *
 * @throws WorkspaceError `kernel-busy` if it does not answer in time.
 */
export function inspectBeside(
  subshell: Kernel.IKernelConnection,
  question: IQuestion
): Promise<string> {
  return ask(subshell, question, () => giveUp(question));
}

/** Rejects when there is no point in waiting for the answer any longer. */
interface IPatience {
  promise: Promise<never>;
  release(): void;
}

async function ask(
  kernel: Kernel.IKernelConnection,
  { code, language, signal, name, trans }: IQuestion,
  patience: () => IPatience
): Promise<string> {
  const future = askKernel(kernel, {
    code,
    user_expressions: leavesNothing(language)
  });
  const received = new Heard();
  future.onIOPub = message => received.note(message);
  const limit = patience();
  try {
    const { content } = await Promise.race([future.done, limit.promise]);
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
    limit.release();
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

/** Rejects when the kernel was asked to stop and did not. */
function interruptOnAbort(
  kernel: { interrupt(): Promise<void> },
  signal: AbortSignal
): IPatience {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    abort = () => {
      timer = setTimeout(() => reject(signal.reason), STOP_GRACE);
      kernel.interrupt().catch(reject);
    };
    signal.addEventListener('abort', abort);
  });
  return {
    promise,
    release: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  };
}

/** Rejects at once when it is stopped, or when it takes too long. */
function giveUp({ signal, name, trans }: IQuestion): IPatience {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    timer = setTimeout(() => reject(busyError(name, trans)), BESIDE_LIMIT);
  });
  return {
    promise,
    release: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  };
}
