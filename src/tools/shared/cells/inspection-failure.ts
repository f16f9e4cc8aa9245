import {
  type IToolContext,
  type IToolResult,
  WorkspaceError,
  isWorkspaceError
} from '../../../contract';
import { workspaceFailure } from '../files/workspace-failure';

/**
 * Turns a failure of our own code on the kernel into a result. The kernel's
 * error may quote a value, so "schemas only" mode leaves it out.
 *
 * @throws the error itself if it is a defect.
 */
export function inspectionFailure(
  error: unknown,
  context: IToolContext
): IToolResult {
  const mayQuote =
    !context.values && isWorkspaceError(error) && error.code === 'failed';
  return workspaceFailure(
    mayQuote
      ? new WorkspaceError(
          'failed',
          context.trans.__(
            'The kernel of “%1” could not be inspected.',
            context.notebook.name
          ),
          { cause: error }
        )
      : error,
    context
  );
}
