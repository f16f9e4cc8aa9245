import { ServerConnection } from '@jupyterlab/services';

import type { ITranslator, WorkspaceErrorCode } from '../../contract';
import {
  WorkspaceError,
  isWorkspaceError
} from '../../contract/ports/workspace-error';

/** The HTTP status of the server's answer, if the error is one. */
export function statusOf(error: unknown): number | undefined {
  return (error as { response?: { status?: number } } | null)?.response?.status;
}

/**
 * An error of the contents API as a sentence. @param doing what was being done.
 */
export function fileError(
  error: unknown,
  path: string,
  doing: 'read' | 'write',
  trans: ITranslator
): WorkspaceError {
  if (isWorkspaceError(error)) {
    return error;
  }
  const lost = connectionError(error, trans);
  if (lost) {
    return lost;
  }
  const status = statusOf(error);
  const failure = (code: WorkspaceErrorCode, text: string): WorkspaceError =>
    new WorkspaceError(code, text, { cause: error });
  if (status === 404) {
    return failure('not-found', trans.__('There is no “%1”.', path));
  }
  if (isNoFile(error)) {
    return failure(
      'failed',
      trans.__(
        '“%1” can’t be opened: it is a link that leads nowhere, or not a regular file.',
        path
      )
    );
  }
  if (path.split('/').some(part => part.startsWith('.'))) {
    return failure(
      'failed',
      trans.__(
        '“%1” is hidden, and this server does not give out hidden files.',
        path
      )
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return doing === 'read'
    ? failure('failed', trans.__('“%1” could not be read: “%2”', path, reason))
    : status === 403
      ? failure(
          'read-only',
          trans.__(
            '“%1” can’t be written: the server does not allow it. Choose another folder.',
            path
          )
        )
      : failure(
          'failed',
          trans.__('“%1” could not be written: “%2”', path, reason)
        );
}

/**
 * Jupyter Server's message for something that it lists but cannot open (a
 * socket, say). It has no status of its own.
 */
export function isNoFile(error: unknown): boolean {
  return (
    error instanceof Error && error.message.startsWith('Cannot read non-file')
  );
}

/**
 * The error as a problem between the page and the server: the session has
 * ended, or the server cannot be reached. Null for any other error.
 */
export function connectionError(
  error: unknown,
  trans: ITranslator
): WorkspaceError | null {
  const status = statusOf(error);
  const text =
    status === 401 || (status === 403 && !isRefusal(error))
      ? trans.__(
          'Your session on the Jupyter server has ended, or a hub has stopped the server. Log in again in another tab, or start it there, then try again here; nothing is lost.'
        )
      : // A hub's proxy answers when the server has been stopped or is starting.
        status !== undefined && [424, 502, 503, 504].includes(status)
        ? trans.__(
            'The Jupyter server is not running, or is just starting. Wait until it is back, then try again.'
          )
        : error instanceof ServerConnection.NetworkError
          ? trans.__(
              'The Jupyter server can’t be reached. Check your connection, then try again.'
            )
          : null;
  return text === null
    ? null
    : new WorkspaceError('failed', text, { cause: error });
}

/**
 * Jupyter Server answers 403 both to a person who is not logged in and for a
 * file that it may not touch; only for a file it gives a reason.
 */
function isRefusal(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return !/^(Forbidden|Invalid response: 403.*)?$/.test(message);
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
