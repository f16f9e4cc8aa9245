import { kept } from './kept';
import { planMarkdown } from './plan-markdown';
import type { IPlanPorts } from './plan-ports';
import type { PlanStateValue } from './plan-state';

/**
 * Keeps the plan as it is, as JSON and Markdown. The work goes on where it
 * cannot be kept.
 *
 * @returns what is to be said of it, unless it was said before.
 */
export async function keepForms(
  ports: Pick<IPlanPorts, 'shelf' | 'trans'>,
  name: string,
  state: PlanStateValue
): Promise<string[]> {
  const { task, plan, outcomes } = state;
  return kept(ports, name, state, {
    json: { task, plan, outcomes },
    markdown: planMarkdown(state, ports.trans)
  });
}
