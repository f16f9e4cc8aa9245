import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { IPlanStep } from '../../../contract';
import { askCard } from '../../../engine/interrupts/ask-person';
import { keepPlanFiles } from '../plan-files';
import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import type { PlanStateValue, PlanUpdate } from '../plan-state';

/**
 * Uses an earlier plan again: asks what is different, and puts that into the
 * plan. Free text in the answer goes to the model, which plans again.
 */
export const reuseNode =
  (host: IWorkflowHost) =>
  async (
    state: PlanStateValue,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    const { order, session, counter } = state;
    const { trans } = host.run.options;
    if (!order || !('again' in order)) {
      return {};
    }
    const { steps } = order.again;
    const fields = variedParts(order.again.task, steps).map(
      (part, at) => [`p${at}`, part] as const
    );
    const answer = askCard(config, {
      kind: 'form',
      title: trans.__('What is different this time?'),
      text: trans.__('The plan comes next, with what you enter here.'),
      schema: {
        type: 'object',
        properties: {
          ...Object.fromEntries(
            fields.map(([name, part]) => [
              name,
              { type: 'string', title: trans.__('Instead of “%1”', part) }
            ])
          ),
          other: { type: 'string', title: trans.__('What else is different') }
        }
      },
      values: Object.fromEntries(fields)
    });
    const values = answer?.values ?? {};
    const written = (name: string): string =>
      typeof values[name] === 'string' ? values[name].trim() : '';
    const others = Object.fromEntries(
      fields.map(([name, part]) => [part, written(name) || part])
    );
    // New ids: results under the old ones do not count here.
    const ids = new Map(
      steps.map(({ id }, at) => [id, `s${counter + at}`] as const)
    );
    const task = replacedParts(order.again.task, others);
    const plan = steps.map(step => ({
      ...step,
      id: ids.get(step.id) as string,
      title: replacedParts(step.title, others),
      does: replacedParts(step.does, others),
      worked: replacedParts(step.worked, others),
      needs: step.needs.flatMap(id => ids.get(id) ?? [])
    }));
    const feedback = written('other');
    host.run.emit({ type: 'plan-proposed', plan: session, steps: plan });
    await keepPlanFiles(host, 'plan-original', { ...state, task, plan });
    return {
      task,
      plan,
      // The plan is the person's, so a model that continues planning is told
      // all of it.
      edited: true,
      counter: counter + steps.length,
      feedback
    };
  };

/**
 * A text with some names replaced, but only where a name is a separate word.
 */
export function replacedParts(
  text: string,
  others: Readonly<Record<string, string>>
): string {
  const names = Object.keys(others)
    .filter(Boolean)
    .sort((one, other) => other.length - one.length)
    .map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return names.length === 0
    ? text
    : text.replace(
        new RegExp(
          `(?<![\\p{L}\\p{N}_])(?:${names.join('|')})(?![\\p{L}\\p{N}_])`,
          'gu'
        ),
        found => others[found]
      );
}

/** The most fields of the form. */
const MAX_PARTS = 8;

/**
 * A text in quotation marks, a file name, or a name in the style of a column.
 */
const PART =
  /[“"`]([^“”"`\n]{1,80})[”"`]|(?<![\w-])((?:[\w-]{1,80}\/){0,20}[\w-]{1,80}\.(?=\w{0,7}[a-z])\w{2,8})\b|\b([a-z]{1,80}(?:_[a-z0-9]{1,80}){1,20})\b/giu;

/**
 * What may be different when a plan is used again: the files and names in its
 * task and steps, in order. Names of tools are left out.
 */
export function variedParts(
  task: string,
  steps: readonly IPlanStep[]
): string[] {
  const tools = new Set(steps.flatMap(step => step.tools));
  const texts = [
    task,
    ...steps.flatMap(({ title, does, worked }) => [title, does, worked])
  ];
  const found = texts.flatMap(text =>
    [...text.matchAll(PART)].map(([, quoted, file, name]) =>
      (quoted ?? file ?? name).trim()
    )
  );
  return [...new Set(found)]
    .filter(part => part !== '' && !tools.has(part))
    .slice(0, MAX_PARTS);
}
