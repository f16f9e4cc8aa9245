import {
  type IToolContext,
  type IToolResult,
  type WorkspaceError,
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
    text: names.inText(workspaceProblem(error)),
    shown: names.inText(error.message),
    ok: false,
    summary: trans.__('Not possible: %1', error.message),
    ...facts
  };
}

/** What the model reads of a workspace problem: what is wrong, and what to do next. */
export function workspaceProblem({ code, message }: WorkspaceError): string {
  return [message, NEXT_STEP[code]].filter(Boolean).join(' ');
}
