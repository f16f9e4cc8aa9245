import {
  type IToolContext,
  type IToolResult,
  WorkspaceError,
  isWorkspaceError
} from '../../../contract';
import { workspaceFailure } from '../files/workspace-failure';

/**
 * A failure of our own code on the kernel as a result. What the kernel raised
 * may quote a value, so it is not told in the mode "schemas only".
 *
 * @throws the error itself where it is a defect.
 */
export function kernelFailure(
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
            'The kernel of “%1” could not be looked into.',
            context.notebook.name
          ),
          { cause: error }
        )
      : error,
    context
  );
}
