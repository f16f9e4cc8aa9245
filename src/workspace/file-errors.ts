import type { ITranslator } from '../contract';
import { WorkspaceError, isWorkspaceError } from '../contract/ports';

/** The HTTP status of an answer of the server, where the error is one. */
export function statusOf(error: unknown): number | undefined {
  return (error as { response?: { status?: number } } | null)?.response?.status;
}

/** An error of the contents API in a sentence. @param doing what was tried. */
export function fileError(
  error: unknown,
  path: string,
  doing: 'read' | 'write',
  trans: ITranslator
): WorkspaceError {
  if (isWorkspaceError(error)) {
    return error;
  }
  const status = statusOf(error);
  if (status === 404) {
    return new WorkspaceError(
      'not-found',
      trans.__('There is no “%1”. List the folder to see what is there.', path),
      { cause: error }
    );
  }
  if (path.split('/').some(part => part.startsWith('.'))) {
    return new WorkspaceError(
      'failed',
      trans.__(
        '“%1” is hidden, and this server does not give out hidden files.',
        path
      ),
      { cause: error }
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (doing === 'read') {
    return new WorkspaceError(
      'failed',
      trans.__('“%1” could not be read: %2', path, reason),
      { cause: error }
    );
  }
  return status === 403
    ? new WorkspaceError(
        'read-only',
        trans.__(
          '“%1” can’t be written: the server does not allow it. Choose another folder.',
          path
        ),
        { cause: error }
      )
    : new WorkspaceError(
        'failed',
        trans.__('“%1” could not be written: %2', path, reason),
        { cause: error }
      );
}

export function outsideError(path: string, trans: ITranslator): WorkspaceError {
  return new WorkspaceError(
    'outside',
    trans.__(
      '“%1” is not a path within the folder that JupyterLab was started in. Give one from there, such as “data/file.csv”, without “..”.',
      path
    )
  );
}
