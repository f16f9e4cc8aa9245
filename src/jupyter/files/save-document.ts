import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { Contents } from '@jupyterlab/services';

import type { ITranslator } from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { connectionError, statusOf } from './file-errors';

/** The part of an open document's context that saving needs. */
type SavedContext = Pick<
  DocumentRegistry.Context,
  'canSave' | 'contentsModel' | 'path' | 'save'
> & { model: { readonly collaborative?: boolean } };

/**
 * Saves an open document. Does the check that JupyterLab does before its "File
 * Changed" dialog, and refuses where JupyterLab would ask.
 *
 * @throws WorkspaceError `save-conflict` | `read-only` | `failed`
 */
export async function saveDocument(
  context: SavedContext,
  contents: Contents.IManager,
  name: string,
  trans: ITranslator
): Promise<void> {
  if (context.model.collaborative) {
    // Real-time collaboration saves by itself, on the server.
    return;
  }
  if (!context.canSave) {
    throw new WorkspaceError(
      'read-only',
      trans.__('“%1” can’t be saved here: the file is read-only.', name)
    );
  }
  try {
    await withFileLock(context.path, async () => {
      if (await hasChangedOnDisk(context, contents)) {
        throw new WorkspaceError(
          'save-conflict',
          trans.__(
            '“%1” was not saved: the file was changed outside this page. Save it from the File menu and choose which version to keep.',
            name
          )
        );
      }
      await context.save();
    });
  } catch (error) {
    throw error instanceof WorkspaceError
      ? error
      : (connectionError(error, trans) ??
          new WorkspaceError(
            'failed',
            trans.__(
              '“%1” could not be saved: “%2”. Try to save it from the File menu.',
              name,
              error instanceof Error ? error.message : String(error)
            ),
            { cause: error }
          ));
  }
}

/**
 * Loads an open document again if its file has changed and nothing is unsaved.
 *
 * @returns whether it was loaded.
 * @throws ResponseError if the server does not answer.
 */
export function reloadDocument(
  context: SavedContext & Pick<DocumentRegistry.Context, 'revert'>,
  contents: Contents.IManager,
  isClean: () => boolean
): Promise<boolean> {
  return withFileLock(context.path, async () => {
    if (
      !isClean() ||
      !(await hasChangedOnDisk(context, contents)) ||
      !isClean()
    ) {
      return false;
    }
    await context.revert();
    return true;
  });
}

/** Whether the file on disk differs from what the page last loaded or saved. */
export async function hasChangedOnDisk(
  context: SavedContext,
  contents: Contents.IManager
): Promise<boolean> {
  const known = context.contentsModel;
  let disk: Contents.IModel;
  try {
    disk = await contents.get(context.path, { content: false, hash: true });
  } catch (error) {
    if (statusOf(error) === 404) {
      // The file is gone: saving creates it again, as in JupyterLab.
      return false;
    }
    throw error;
  }
  if (known?.hash && disk.hash) {
    return known.hash !== disk.hash;
  }
  return (
    !!known?.last_modified &&
    Date.parse(disk.last_modified) - Date.parse(known.last_modified) >
      LAST_MODIFIED_MARGIN
  );
}

/**
 * JupyterLab's own margin, in ms: file systems report slightly different times.
 */
const LAST_MODIFIED_MARGIN = 500;

/** ms: a tab that is frozen while it holds the lock never lets go. */
const MAX_LENGTH = 10_000;

/**
 * Runs work on a document's file while no other tab of this browser saves or
 * loads that file for Cellwright. A Jupyter server that reads a notebook while
 * writing it finds it empty, or puts the version before in its place
 * (`FileManagerMixin._read_notebook` of `jupyter_server`).
 *
 * Without Web Locks (plain `http`), and if the lock cannot be had in time, the
 * work is done all the same.
 *
 * @throws whatever the work throws.
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  locks: Pick<LockManager, 'request'> | undefined = globalThis.navigator?.locks
): Promise<T> {
  if (!locks) {
    return work();
  }
  let hasBegun = false;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), MAX_LENGTH);
  try {
    return await locks.request(
      `cellwright:file:${path}`,
      { signal: patience.signal },
      () => {
        hasBegun = true;
        return work();
      }
    );
  } catch (error) {
    if (hasBegun) {
      throw error;
    }
    console.warn('Cellwright could not keep other tabs from a file', error);
    return work();
  } finally {
    clearTimeout(timer);
  }
}
