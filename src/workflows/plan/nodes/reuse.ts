import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { askPerson } from '../../../engine/graph-interrupts/ask-person';
import { replacedParts } from '../judging/replaced-parts';
import { variedParts } from '../judging/varied-parts';
import { keepPlanFiles } from '../state/keep-plan-files';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';

/**
 * Uses an earlier plan again: asks what is different, and puts that into the
 * plan. Free text in the answer goes to the model, which plans again.
 */
export const reuseNode =
  (ports: IPlanPorts) =>
  async (
    state: PlanStateValue,
    { configurable }: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    const { order, session, counter } = state;
    const { trans } = ports;
    if (!order || !('again' in order)) {
      return {};
    }
    const { steps } = order.again;
    const fields = variedParts(order.again.task, steps).map(
      (part, at) => [`p${at}`, part] as const
    );
    const answer = askPerson(configurable, {
      kind: 'form',
      title: trans.__('What is different this time?'),
      text: trans.__('The plan comes next, with what you enter here.'),
      schema: {
        type: 'object',
        properties: {
          ...Object.fromEntries(
            fields.map(([name, part]) => [
              name,
              { type: 'string', title: trans.__('Instead of %1', part) }
            ])
          ),
          other: { type: 'string', title: trans.__('What else is different') }
        }
      },
      values: Object.fromEntries(fields)
    });
    const values: Record<string, unknown> =
      'values' in answer ? answer.values : {};
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
    ports.say({ session, type: 'plan', steps: plan });
    return {
      task,
      enhanced: task,
      plan,
      // The plan is the person's, so a model that continues planning is told
      // all of it.
      edited: true,
      counter: counter + steps.length,
      feedback,
      lines: await keepPlanFiles(ports, 'plan-original', {
        ...state,
        task,
        plan
      }),
      audit: [
        {
          node: 'again',
          what:
            feedback || fields.some(([, part]) => others[part] !== part)
              ? 'changed'
              : 'same',
          time: ports.now()
        }
      ]
    };
  };
