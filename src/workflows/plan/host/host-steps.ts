import {
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import { isGraphBubbleUp } from '@langchain/langgraph/web';

import { TURN_EFFECTS } from '../../../contract';
import { isFenced } from '../../../engine/errors/errors';
import { explainRunError } from '../../../engine/errors/explain-run-error';
import { isModelCallLimit } from '../../../engine/middleware/model-call-limit';
import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import { envelope, openEnvelope } from '../../../engine/tool-calls/envelope';
import { FINAL_ANSWER } from '../../../engine/tool-calls/review-call';
import { SerialQueue } from '../../../engine/util/serial-queue';
import type { IStepRunner, IStepTask } from '../state/plan-ports';
import type { IStepCall, IStepWork } from '../state/step-outcome';

/**
 * A step is the agent that is there, on a short context of its own. Those side
 * by side only read, and run at the same time; all others take turns.
 */
export function hostSteps(host: IWorkflowHost): IStepRunner {
  const turns = new SerialQueue();
  return {
    run: (task, config) => {
      const work = async (): Promise<IStepWork> => {
        config.signal?.throwIfAborted();
        const { memory, trans } = host.run.options;
        // What the person has taken back stays so.
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
        try {
          const text = await textOf(task);
          const messages = await host
            .agent({ budget: task.budget, beside: task.beside })
            .invoke(text, { ...config, callbacks: config.callbacks });
          return done(await workOf(messages));
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
            calls: [],
            text: '',
            cells: [],
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

  async function workOf(messages: readonly BaseMessage[]): Promise<IStepWork> {
    const { journal, at } = host.run.options;
    const answers = new Map(
      messages
        .filter(each => ToolMessage.isInstance(each))
        .map(each => [each.tool_call_id, each])
    );
    const calls: IStepCall[] = [];
    const cells = new Set<string>();
    let text = '';
    for (const message of messages) {
      if (!AIMessage.isInstance(message)) {
        continue;
      }
      text = message.text.trim() || text;
      for (const { id = '', name, args } of message.tool_calls ?? []) {
        const answer = answers.get(id);
        if (name === FINAL_ANSWER) {
          text = typeof args.answer === 'string' ? args.answer : text;
          continue;
        }
        const read = host.onlyRead(id);
        const record = read ? undefined : await journal.call(at, id);
        const outcome = read ?? record?.outcome;
        for (const effect of record?.effects ?? []) {
          if ('cellId' in effect && effect.cellId !== null) {
            if (effect.kind === 'delete') {
              cells.delete(effect.cellId);
            } else {
              cells.add(effect.cellId);
            }
          }
        }
        calls.push({
          tool: name,
          isError: answer?.status === 'error',
          text: plain(answer?.text ?? ''),
          ms: outcome?.ms ?? 0,
          arguments: outcome?.ranArgs ?? args
        });
      }
    }
    return { calls, text, cells: [...cells] };
  }
}

/** Without the marks that it is data. */
function plain(text: string): string {
  return openEnvelope(text)?.inside ?? text;
}
