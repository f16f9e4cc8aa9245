import type { ITranslator, KernelWait } from '../../../contract';

/** The text of a line whose code cannot be sent to the kernel yet. */
export function waitText(wait: KernelWait, trans: ITranslator): string {
  switch (wait) {
    case 'waiting-for-kernel':
      return trans.__('Waiting until the kernel is free');
    case 'waiting-for-connection':
      return trans.__('Waiting until the kernel is connected again');
    case 'waiting-for-choice':
      return trans.__(
        'Waiting for a kernel: choose one at the top right of the notebook, or reload the page'
      );
  }
}
