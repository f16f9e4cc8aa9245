import type { IWorkflowHost } from '../../../engine/run-context/workflow';

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
    folder ? `This folder's instructions:\n${folder}` : ''
  ]
    .filter(Boolean)
    .join('\n');
}
