import { isWorkspaceError } from '../../../contract';
import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import { escapeTags } from '../../../engine/tool-calls/envelope';
import { tableColumns } from './table-columns';

/** Files and folders that are named at most. */
const FILES = 40;

/**
 * What the notebook itself suggests to a question or a plan: its cells and
 * variables, the columns of its tables, the files beside it, the tools there are.
 * Names only. Of the notebook nothing where the person lets nothing be told.
 */
export async function hostSurroundings(
  host: Pick<IWorkflowHost, 'run' | 'facts'>
): Promise<string> {
  const { notebook, settings, tools } = host.run.options;
  const isTold = settings().context.facts;
  const [facts, columns, files] = await Promise.all([
    host.facts(),
    isTold ? tableColumns(notebook, host.run.signal) : '',
    isTold ? filesBeside(host) : ''
  ]);
  const suggested = [columns, files].filter(Boolean).join('\n');
  return [
    facts,
    suggested
      ? `<context>\n${escapeTags(suggested, ['context', 'data'])}\n</context>`
      : '',
    `Tools: ${[...tools.values()].map(({ name }) => name).join(', ')}`
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Those of the notebook's folder, hidden ones not. */
async function filesBeside({
  run
}: Pick<IWorkflowHost, 'run'>): Promise<string> {
  const { files, notebook } = run.options;
  try {
    const found = (
      await files.list(notebook.path.split('/').slice(0, -1).join('/'))
    ).filter(
      ({ name, path }) => !name.startsWith('.') && path !== notebook.path
    );
    const names = found
      .slice(0, FILES)
      .map(({ name, type }) => (type === 'directory' ? `${name}/` : name));
    const more = found.length - names.length;
    return names.length === 0
      ? ''
      : `Files beside the notebook: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  } catch (error) {
    if (isWorkspaceError(error)) {
      // A plan is made without their names; a step that needs one says so.
      return '';
    }
    throw error;
  }
}
