import {
  type ITool,
  type IToolContext,
  type IToolResult,
  type WorkspaceErrorCode,
  isWorkspaceError
} from '../../../contract';

/** What the model should do next, if the message alone does not say so. */
const NEXT_STEP: Partial<Record<WorkspaceErrorCode, string>> = {
  'notebook-closed': 'Stop here and tell the person.',
  'no-such-cell': 'Call read_notebook to see the cells.',
  'read-only': 'Tell the person; you can still read.',
  'no-kernel': 'Tell the person; you can still read and edit.',
  'kernel-dead': 'Propose restart_kernel; the variables are gone.',
  'kernel-busy': 'Tell the person, or do something that needs no kernel.',
  'not-found': 'Call list_files to see what is there.',
  'too-large': 'Read it with code in a cell, a part at a time.',
  outside:
    'Paths start in the notebook\'s folder; a leading "/" is the server\'s root.',
  denied: 'Go on without it, or ask the person for what you need from it.',
  exists: 'Choose another name, or overwrite it on purpose.',
  changed: 'Read it again, then propose the change again.',
  'save-conflict': 'Tell the person to save or revert the notebook.'
};

/**
 * Turns a stop or a workspace problem into a result.
 * @throws the error itself if it is neither, and therefore a defect.
 */
export function workspaceFailure(
  error: unknown,
  { names, trans, signal }: IToolContext,
  facts: Partial<IToolResult> = {}
): IToolResult {
  if (signal.aborted && !isWorkspaceError(error)) {
    return {
      text: 'The person stopped this. Ask them before you go on.',
      shown: trans.__('Stopped'),
      ok: false,
      summary: trans.__('Stopped'),
      stopped: true,
      ...facts
    };
  }
  if (!isWorkspaceError(error)) {
    throw error;
  }
  return {
    text: names.inText(inWords(error)),
    shown: names.inText(error.message),
    ok: false,
    summary: trans.__('Not possible: %1', error.message),
    ...facts
  };
}

/** A tool to which the workspace may object, in its check or as its result. */
export function workspaceTool<A>({ check, run, ...tool }: ITool<A>): ITool<A> {
  return {
    ...tool,
    ...(check && {
      check(args: A, context: IToolContext) {
        try {
          const found = check(args, context);
          return found instanceof Promise ? found.catch(inWords) : found;
        } catch (error) {
          return inWords(error);
        }
      }
    }),
    run: (args, context) =>
      run(args, context).catch((error: unknown) =>
        workspaceFailure(error, context)
      )
  };
}

/** @throws the error itself if it is a defect. */
function inWords(error: unknown): string {
  if (isWorkspaceError(error)) {
    return [error.message, NEXT_STEP[error.code]].filter(Boolean).join(' ');
  }
  throw error;
}
