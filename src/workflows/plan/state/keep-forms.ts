import { planMarkdown } from './plan-markdown';
import type { IPlanPorts } from './plan-ports';
import type { PlanStateValue } from './plan-state';

/**
 * Keeps the plan as it is, as JSON and Markdown. The work goes on where it
 * cannot be kept.
 *
 * @returns what is to be said of it.
 */
export async function keepForms(
  { shelf, trans }: Pick<IPlanPorts, 'shelf' | 'trans'>,
  name: string,
  state: PlanStateValue
): Promise<string[]> {
  const { session, task, plan, outcomes } = state;
  try {
    await shelf.keep(session, name, {
      json: { task, plan, outcomes },
      markdown: planMarkdown(state, trans)
    });
    return [];
  } catch (error) {
    console.warn('Cellwright: a plan could not be kept', name, error);
    return [trans.__('The plan could not be saved. It stays in this page.')];
  }
}
