import type { Kernel } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import type { ITranslator, KernelStatus, KernelWait } from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import type { KernelView } from './kernel-view';
import { closedError } from '../cells/find-cell';

/** ms: a kernel that has not started after this long never will. */
export const START_LIMIT = 60_000;
/**
 * ms: a cell that looks running while its kernel has been idle for this long is
 * a leftover, for example of a collaborator's crash. Between two queued cells a
 * kernel is idle for only a few milliseconds.
 */
export const STALE_PROMPT = 500;
const LOOK_AGAIN = 50;

interface IIdleOptions {
  view: KernelView;
  /** Whether a cell of the notebook is running or queued. */
  cellsRunning(): boolean;
  /** Name of the notebook, for messages. */
  name: string;
  trans: ITranslator;
  signal: AbortSignal;
  /** Called when it has to wait, and again when it waits for something else. */
  onWait?(wait: KernelWait): void;
  /**
   * Rejects with `kernel-busy` if it would have to wait for somebody's code.
   */
  refuseBusy?: boolean;
}

/**
 * Waits until the kernel has nothing to do, so that what is sent next queues
 * behind nobody's cells and can be withdrawn until then.
 *
 * @returns the kernel, idle in this turn of the event loop.
 * @throws WorkspaceError if there is no kernel to wait for, and the signal's
 * reason when it is aborted; never opens a dialog.
 */
export function idleKernel(
  options: IIdleOptions
): Promise<Kernel.IKernelConnection> {
  const { view, signal } = options;
  const { session } = view;
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: KernelWait | null = null;
    let quietSince: number | null = null;
    let startingSince: number | null = null;
    const language = view.info.language || view.lastLanguage;

    const settle = (act: () => void): void => {
      clearTimeout(timer);
      Signal.disconnectReceiver(look);
      signal.removeEventListener('abort', look);
      act();
    };
    const wait = (reason: KernelWait, ms?: number): void => {
      clearTimeout(timer);
      if (ms !== undefined) {
        timer = setTimeout(look, ms);
      }
      if (last !== reason) {
        last = reason;
        options.onWait?.(reason);
      }
    };
    const look = (): void => {
      if (signal.aborted) {
        return settle(() => reject(signal.reason));
      }
      const { status } = view;
      if (needsChoice(options, status)) {
        startingSince = null;
        return wait('waiting-for-choice');
      }
      const failure = unusable(options, status);
      if (failure) {
        return settle(() => reject(failure));
      }
      if (status === 'idle') {
        startingSince = null;
        quietSince ??= Date.now();
        const stale = Date.now() - quietSince >= STALE_PROMPT;
        const kernel = session.session?.kernel;
        if (
          kernel &&
          !session.pendingInput &&
          (stale || !options.cellsRunning())
        ) {
          if (language && view.info.language !== language) {
            return settle(() => reject(otherLanguage(options)));
          }
          return settle(() => resolve(kernel));
        }
        return wait('waiting-for-kernel', LOOK_AGAIN);
      }
      quietSince = null;
      if (status === 'disconnected') {
        // JupyterLab reconnects, and gives up by itself.
        startingSince = null;
        return wait('waiting-for-connection');
      }
      if (status === 'busy') {
        if (options.refuseBusy && !view.isAsked) {
          return settle(() => reject(busyError(options.name, options.trans)));
        }
        startingSince = null;
        return wait('waiting-for-kernel');
      }
      startingSince ??= Date.now();
      const left = START_LIMIT - (Date.now() - startingSince);
      if (left <= 0) {
        return settle(() => reject(notStarted(options)));
      }
      return wait('waiting-for-kernel', left);
    };

    view.changed.connect(look);
    session.disposed.connect(look);
    signal.addEventListener('abort', look);
    look();
  });
}

function unusable(
  { view: { session }, name, trans }: IIdleOptions,
  status: KernelStatus
): WorkspaceError | null {
  if (session.isDisposed) {
    return closedError(name, trans);
  }
  switch (status) {
    case 'none':
      return new WorkspaceError(
        'no-kernel',
        trans.__(
          '“%1” has no kernel. Choose one at the top right of the notebook, then try again.',
          name
        )
      );
    case 'dead':
      return new WorkspaceError(
        'kernel-dead',
        trans.__(
          'The kernel of “%1” is dead. Restart it from the Kernel menu, then try again.',
          name
        )
      );
    default:
      // It is reconnecting, so it may come back.
      return session.session?.kernel?.connectionStatus === 'disconnected'
        ? notConnected(name, trans)
        : null;
  }
}

/**
 * Whether it waits for the person to choose a kernel or to reconnect, after a
 * restart of the server, say: what was approved is not spent.
 */
function needsChoice(
  { view: { session }, refuseBusy }: IIdleOptions,
  status: KernelStatus
): boolean {
  return (
    !session.isDisposed &&
    !refuseBusy &&
    (status === 'none' ||
      (status !== 'dead' &&
        session.session?.kernel?.connectionStatus === 'disconnected'))
  );
}

function otherLanguage({ name, trans }: IIdleOptions): WorkspaceError {
  return new WorkspaceError(
    'failed',
    trans.__(
      '“%1” has a kernel of another language now, so nothing was run. Ask again.',
      name
    )
  );
}

function notConnected(name: string, trans: ITranslator): WorkspaceError {
  return new WorkspaceError(
    'failed',
    trans.__(
      'The kernel of “%1” is not connected. Choose “Reconnect to Kernel” in the Kernel menu or restart it, then try again.',
      name
    )
  );
}

function notStarted({ name, trans }: IIdleOptions): WorkspaceError {
  return new WorkspaceError(
    'no-kernel',
    trans.__(
      'The kernel of “%1” did not start within a minute. Restart it or choose another one, then try again.',
      name
    )
  );
}

/** The kernel is running somebody's code and has no subshell to answer on. */
export function busyError(name: string, trans: ITranslator): WorkspaceError {
  return new WorkspaceError(
    'kernel-busy',
    trans.__(
      'The kernel of “%1” is busy and can’t answer. Wait until its cell is done, or stop it, then try again.',
      name
    )
  );
}

/** The page and the kernel have lost their connection. */
export function lostError(name: string, trans: ITranslator): WorkspaceError {
  return new WorkspaceError(
    'failed',
    trans.__(
      'The connection to the kernel of “%1” was lost. Choose “Reconnect to Kernel” in the Kernel menu, then look at what the cell did.',
      name
    )
  );
}

/** The connection is back, but the messages sent in the meantime are lost. */
export function unheardError(name: string, trans: ITranslator): WorkspaceError {
  return new WorkspaceError(
    'failed',
    trans.__(
      'The connection to the kernel of “%1” was lost for a while, and the cell’s result with it. The connection is back: look at what the cell did, and run it again only if needed.',
      name
    )
  );
}
