import { isGraphBubbleUp } from '@langchain/langgraph/web';

import { TURN_EFFECTS } from '../../../contract';
import { SerialQueue } from '../../../contract/util/serial-queue';
import { isFenced } from '../../../engine/errors/errors';
import { explainRunError } from '../../../engine/errors/explain-run-error';
import { isCutOff } from '../../../engine/model/normalize-answer';
import { isModelCallLimit } from '../../../engine/middleware/model-call-limit';
import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import { envelope } from '../../../engine/tool-calls/envelope';
import type { IStepRunner, IStepTask } from '../state/plan-ports';
import type { IStepWork } from '../state/step-outcome';
import { stepWork } from './step-work';

/**
 * Runs each step with the usual agent on a short context of its own. Steps in
 * parallel only read, and run at the same time; all others take turns.
 */
export function hostSteps(host: IWorkflowHost): IStepRunner {
  const turns = new SerialQueue();
  return {
    run: (task, config) => {
      const work = async (): Promise<IStepWork> => {
        config.signal?.throwIfAborted();
        const { memory, trans } = host.run.options;
        // A permission that the person has withdrawn stays withdrawn.
        const isLoose =
          memory.level === 'outside' ||
          (memory.level === 'step' && task.level === 'step' && task.approved);
        if (isLoose) {
          host.allow(TURN_EFFECTS, true);
        }
        const { settings } = host.run.options;
        const hadValues = !settings().privacy.schemasOnly;
        const done = (work: IStepWork): IStepWork => {
          if (memory.level === 'step') {
            host.allow(TURN_EFFECTS, false);
          }
          const values = hadValues || !settings().privacy.schemasOnly;
          return { ...work, values };
        };
        const { budget, beside } = task;
        const agent = host.agent({ budget, beside, about: aboutOf(task) });
        try {
          const text = await textOf(task);
          const messages = await agent.invoke(text, {
            ...config,
            callbacks: config.callbacks
          });
          return done({
            ...(await stepWork(host, messages)),
            // Half an answer is none, and nobody can press Continue here.
            ...(isCutOff(messages.at(-1)) && {
              stopped: trans.__('Its answer was cut off at the output limit.')
            })
          });
        } catch (error) {
          if (
            isGraphBubbleUp(error) ||
            isFenced(error) ||
            config.signal?.aborted ||
            host.run.signal.aborted
          ) {
            throw error;
          }
          console.warn('Cellwright: a step of a plan failed', error);
          const { title, text } = explainRunError(error, trans);
          return done({
            // What it did until then is in the notebook.
            ...(await stepWork(host, await agent.said(config))),
            stopped: isModelCallLimit(error)
              ? trans._n(
                  'It was not finished after %1 request to the model.',
                  'It was not finished after %1 requests to the model.',
                  task.budget
                )
              : `${title} ${text}`
          });
        }
      };
      return task.beside ? work() : turns.run(work);
    }
  };

  async function textOf(task: IStepTask): Promise<string> {
    const { step, mode, tools, brief, before } = task;
    const hints = tools.map(({ name, arguments: given }) =>
      Object.keys(given).length > 0 ? `${name} ${JSON.stringify(given)}` : name
    );
    return [
      `Do this one step of a plan, and no other: ${step.title}`,
      step.does,
      step.worked ? `It worked if: ${step.worked}` : '',
      `The whole task:\n${task.task}`,
      `The plan so far:\n${envelope('plan', brief)}`,
      mode === 'guided' && hints.length > 0
        ? `Tools that fit:\n${envelope('tools', hints.join('\n'))}`
        : '',
      before ? `It failed before:\n${envelope('failure', before)}` : '',
      await host.facts()
    ]
      .filter(Boolean)
      .join('\n\n');
  }
}

/**
 * What tools are looked for: the words of the step, of its tools and of the
 * whole task, and none of the sentences around them or of what was found so far.
 */
function aboutOf({ step, tools, task }: IStepTask): string {
  return [step.title, step.does, ...tools.map(({ name }) => name), task].join(
    '\n'
  );
}
