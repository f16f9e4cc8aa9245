import type { KernelMessage } from '@jupyterlab/services';

import { WorkspaceError } from '../contract/ports';
import { STOP_GRACE } from './execution';
import { type IIdleOptions, idleKernel } from './idle-kernel';

/** What our inspection code may print; it bounds itself far below. */
const MAX_PRINTED = 1_000_000;

/**
 * Runs our own fixed code off the notebook.
 *
 * @returns what it printed on stdout.
 * @throws WorkspaceError `failed` where it raised, and the signal's reason when
 * it is stopped.
 */
export async function inspectKernel({
  code,
  ...options
}: IIdleOptions & { code: string }): Promise<string> {
  const { signal, name, trans } = options;
  const kernel = await idleKernel(options);
  const future = kernel.requestExecute({
    code,
    store_history: false,
    allow_stdin: false,
    silent: false,
    // What the person queues behind it must run even if it raises.
    stop_on_error: false
  });
  let printed = '';
  let raised: { ename: string; evalue: string } | null = null;
  future.onIOPub = message => {
    if (message.header.msg_type === 'stream') {
      const { content } = message as KernelMessage.IStreamMsg;
      if (content.name === 'stdout' && printed.length < MAX_PRINTED) {
        printed += content.text;
      }
    } else if (message.header.msg_type === 'error') {
      raised = (message as KernelMessage.IErrorMsg).content;
    }
  };
  const stopped = interruptOnAbort(kernel, signal);
  try {
    const reply = await Promise.race([future.done, stopped.promise]);
    raised ??= reply.content.status === 'error' ? reply.content : null;
  } catch (error) {
    if (signal.aborted) {
      throw signal.reason;
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
    stopped.release();
    future.dispose();
  }
  if (signal.aborted) {
    throw signal.reason;
  }
  if (raised) {
    throw new WorkspaceError(
      'failed',
      trans.__(
        'The kernel of “%1” could not tell its variables: %2.',
        name,
        `${raised.ename}: ${raised.evalue}`
      )
    );
  }
  return printed;
}

/** Rejects when the kernel has been asked to stop and does not. */
function interruptOnAbort(
  kernel: { interrupt(): Promise<void> },
  signal: AbortSignal
): { promise: Promise<never>; release(): void } {
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
