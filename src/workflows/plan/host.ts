import { ifRefused } from '../../contract';
import type { IWorkflowHost } from '../../engine/workflows/workflow';
import { envelope, escapeTags } from '../../engine/calls/envelope';
import { folderOf } from '../../contract/text/path-from-root';
import { firstLine } from '../../contract/text/truncate-text';

/** The most files and folders that are named. */
const FILES = 40;

/** The most tools that are described, and the characters of a description. */
const DESCRIBED = 40;
const DESCRIPTION = 160;

/**
 * What the notebook suggests for a question or a plan: its cells, variables and
 * columns, the files beside it, and the tools. Names only, but for tools whose
 * names say little.
 * Facts about the notebook are left out if the person has switched them off.
 */
export async function hostNotebookContext(
  host: Pick<IWorkflowHost, 'run' | 'facts'>
): Promise<string> {
  const { settings, tools } = host.run.options;
  const [facts, files] = await Promise.all([
    host.facts(),
    settings().context.facts ? filesBeside(host) : ''
  ]);
  const serverTools = [...tools.values()].filter(({ server }) => server);
  return [
    facts,
    files
      ? `<context>\n${escapeTags(files, ['context', 'data'])}\n</context>`
      : '',
    `Tools: ${[...tools.values()].map(({ name }) => name).join(', ')}`,
    serverTools.length > 0
      ? `What servers and extensions say of theirs:\n${envelope(
          'tools',
          serverTools
            .slice(0, DESCRIBED)
            .map(
              ({ name, description }) =>
                `${name}: ${firstLine(description, DESCRIPTION)}`
            )
            .join('\n')
        )}`
      : ''
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Files in the notebook's folder, without hidden ones. */
async function filesBeside({
  run
}: Pick<IWorkflowHost, 'run'>): Promise<string> {
  const { files, notebook } = run.options;
  // Without file names, a step that needs one will report it.
  const all = await files.list(folderOf(notebook.path)).catch(ifRefused([]));
  const found = all.filter(
    ({ name, path }) => !name.startsWith('.') && path !== notebook.path
  );
  const names = found
    .slice(0, FILES)
    .map(({ name, type }) => (type === 'directory' ? `${name}/` : name));
  const more = found.length - names.length;
  return names.length === 0
    ? ''
    : `Files beside the notebook: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * The part that is the same in each request of a workflow: the language, the
 * person's instructions, and those of the folder.
 *
 * @param unsaid used if no language is set.
 */
export function hostStandingInstructions(
  { run, instructions: folder }: Pick<IWorkflowHost, 'run' | 'instructions'>,
  unsaid = ''
): string {
  const { language, instructions } = run.options.settings();
  return [
    language.trim() ? `Answer in this language: ${language.trim()}.` : unsaid,
    instructions.trim()
      ? `The person's instructions:\n${instructions.trim()}`
      : '',
    folder
  ]
    .filter(Boolean)
    .join('\n');
}

/** The same for plan mode. */
export function planInstructions(
  host: Pick<IWorkflowHost, 'run' | 'instructions'>
): string {
  return [
    hostStandingInstructions(host, "Answer in the person's language."),
    host.run.options.settings().privacy.schemasOnly
      ? 'Values are kept from you: you see names, types, shapes and counts, never data or output.'
      : ''
  ]
    .filter(Boolean)
    .join('\n');
}

/** Says something about the plan, in a line of the conversation. */
export function tell({ run }: Pick<IWorkflowHost, 'run'>, text: string): void {
  run.emit({ type: 'notice', code: 'other', text });
}
