import type { PlanStateValue } from './plan-state';
import { planMarkdown } from './plan-markdown';
import type { IPlanPorts } from './plan-ports';

/**
 * Stores the plan as JSON and Markdown. If that fails, the work continues.
 *
 * @param files their content; the plan itself if not given.
 * @returns problems to report, each sentence once per plan.
 */
export async function keepPlanFiles(
  { planFiles, trans }: Pick<IPlanPorts, 'planFiles' | 'trans'>,
  name: string,
  state: PlanStateValue,
  files?: { json: unknown; markdown: string }
): Promise<string[]> {
  const { session, task, plan, outcomes } = state;
  let line: string | null = null;
  try {
    const folder = await planFiles.keep(
      session,
      name,
      files ?? {
        json: { task, plan, outcomes },
        markdown: planMarkdown(state, trans)
      }
    );
    if (folder !== null) {
      line = trans.__(
        'The files of this plan could not be written to %1. The plan is kept with this conversation, and you can save its results as JSON and Markdown when it has ended.',
        folder
      );
    }
  } catch (error) {
    console.warn('Cellwright: a plan could not be stored', name, error);
    line = trans.__(
      'The plan could not be saved. You still have it in this page.'
    );
  }
  return line === null || state.lines.includes(line) ? [] : [line];
}
