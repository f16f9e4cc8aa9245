import type { NotebookPanel } from '@jupyterlab/notebook';

import { Signal } from '@lumino/signaling';

import type { IFiles, ITranslator } from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';

/** ms: a kernel that is not there by then may come later, or never. */
export const SESSION_LIMIT = 10_000;

export interface IOpeningOptions {
  /** Brings the document's tab to the front, opening it where needed. */
  open(path: string): Promise<void>;
  /** The open notebook at a path. */
  find(path: string): NotebookPanel | null;
  files: Pick<IFiles, 'stat'>;
  trans: ITranslator;
}

/**
 * Opens a notebook and waits until its cells are loaded and its kernel is
 * known. Checks the file first, because JupyterLab would report a missing one
 * in a dialog.
 *
 * @throws WorkspaceError `not-found` | `failed`
 */
export async function openNotebook(
  path: string,
  { open, find, files, trans }: IOpeningOptions
): Promise<NotebookPanel> {
  let panel = find(path);
  if (!panel) {
    const { type } = await files.stat(path);
    if (type !== 'notebook') {
      throw new WorkspaceError(
        'failed',
        trans.__('“%1” is not a notebook, so it can’t be worked on here.', path)
      );
    }
    try {
      await open(path);
    } catch (error) {
      throw notOpened(path, trans, error);
    }
    panel = find(path);
  }
  if (!panel) {
    throw notOpened(path, trans);
  }
  const { context } = panel;
  await Promise.race([context.ready, until(context.disposed)]);
  await sessionKnown(panel);
  if (panel.isDisposed || context.isDisposed) {
    throw notOpened(path, trans);
  }
  return panel;
}

function notOpened(
  path: string,
  trans: ITranslator,
  cause?: unknown
): WorkspaceError {
  return new WorkspaceError(
    'not-found',
    trans.__(
      '“%1” could not be opened. It may have been moved or deleted.',
      path
    ),
    { cause }
  );
}

/**
 * Waiting for `ready` alone is not enough: it would wait while the person
 * chooses a kernel.
 */
function sessionKnown({ sessionContext }: NotebookPanel): Promise<void> {
  return new Promise(resolve => {
    const known = (): void => {
      if (sessionContext.session?.kernel || sessionContext.isDisposed) {
        done();
      }
    };
    const done = (): void => {
      clearTimeout(timer);
      Signal.disconnectReceiver(known);
      resolve();
    };
    const timer = setTimeout(done, SESSION_LIMIT);
    sessionContext.kernelChanged.connect(known);
    sessionContext.disposed.connect(known);
    // Also for a notebook that should have no kernel; a failed start is
    // reported later.
    sessionContext.ready.then(done, done);
    known();
  });
}

function until(signal: NotebookPanel['context']['disposed']): Promise<void> {
  return new Promise(resolve => {
    const slot = (): void => {
      signal.disconnect(slot);
      resolve();
    };
    signal.connect(slot);
  });
}
