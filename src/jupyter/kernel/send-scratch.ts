import type { ISessionContext } from '@jupyterlab/apputils';
import { KernelError } from '@jupyterlab/notebook';

import { askKernel, leavesNothing } from './ask-kernel';
import type { ScratchTarget } from './run-target';

/**
 * Sends code that belongs to no cell: it leaves nothing in the history and
 * cannot ask for input.
 *
 * @param language of the kernel; empty if it has not said.
 * @returns whether it ran.
 * @throws KernelError if the kernel answers with an error.
 */
export async function sendScratch(
  code: string,
  language: string,
  session: ISessionContext,
  target: ScratchTarget
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
  future.onIOPub = message => {
    // A stop may already have abandoned it.
    if (!target.isDisposed) {
      target.add(message);
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
