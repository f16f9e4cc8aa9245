/** A problem that a person can do something about. The message is shown as it is. */
export class WorkspaceError extends Error {
  /**
   * @param code kind of problem.
   * @param message what happened, to what, and what to do next; translated.
   */
  constructor(
    readonly code: WorkspaceErrorCode,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
    this.name = 'WorkspaceError';
  }
}

export type WorkspaceErrorCode =
  | 'notebook-closed'
  | 'no-such-cell'
  | 'read-only'
  | 'no-kernel'
  | 'kernel-dead'
  | 'kernel-busy'
  | 'not-found'
  | 'too-large'
  | 'outside'
  /** On the list of files that are never read. */
  | 'denied'
  | 'exists'
  /** Changed since it was read. */
  | 'changed'
  | 'bad-pattern'
  | 'save-conflict'
  | 'failed';

/** Compares by name, not by class: two bundled copies of this file can meet. */
export function isWorkspaceError(error: unknown): error is WorkspaceError {
  return error instanceof Error && error.name === 'WorkspaceError';
}

/**
 * For `catch`: a value for what was refused, or only for what was refused with
 * a code. All other errors stay errors.
 */
export function ifRefused<T>(
  value: T,
  code?: WorkspaceErrorCode
): (error: unknown) => T {
  return error => {
    if (isWorkspaceError(error) && (code ?? error.code) === error.code) {
      return value;
    }
    throw error;
  };
}
