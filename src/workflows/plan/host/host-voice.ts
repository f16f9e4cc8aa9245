import type { IWorkflowHost } from '../../../engine/run-context/workflow';

/**
 * What each request of a workflow carries: the language and the instructions of
 * the person, and those of the folder.
 *
 * @param unsaid where no language is set.
 */
export function hostVoice(
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
