import { isGraphBubbleUp } from '@langchain/langgraph/web';
import {
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import { TURN_EFFECTS } from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { isFenced } from '../../engine/errors/errors';
import { explainRunError } from '../../engine/errors/explain-run-error';
import { isModelCallLimit } from '../../engine/middleware/model-call-limit';
import { isCutOff } from '../../engine/model/normalize-answer';
import type { IWorkflowHost } from '../../engine/run-context/workflow';
import { envelope, openEnvelope } from '../../engine/tool-calls/envelope';
import { FINAL_ANSWER } from '../../engine/tool-calls/review-call';
import { keepPlanFiles } from './plan-files';
import type { IStepRunner, IStepTask, IPlanPorts } from './plan-ports';
import type { PlanStateValue } from './plan-state';
import {
  type IStepWork,
  type IStepCall,
  skippedOutcome,
  MOST_SHORT
} from './steps';
import { shortened } from './texts';

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

/** What a step's agent did, from its messages and the journal. */
export async function stepWork(
  host: Pick<IWorkflowHost, 'run' | 'onlyRead'>,
  messages: readonly BaseMessage[]
): Promise<IStepWork> {
  const { journal, at } = host.run.options;
  const answers = new Map(
    messages
      .filter(each => ToolMessage.isInstance(each))
      .map(each => [each.tool_call_id, each])
  );
  const calls: IStepCall[] = [];
  const cells = new Set<string>();
  let text = '';
  let requests = 0;
  for (const message of messages) {
    if (!AIMessage.isInstance(message)) {
      continue;
    }
    requests++;
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
      if (!answer && !record) {
        // It waits for its card and has done nothing yet.
        continue;
      }
      let cell: string | undefined;
      for (const effect of record?.effects ?? []) {
        if ('cellId' in effect && effect.cellId !== null) {
          if (effect.kind === 'delete') {
            cells.delete(effect.cellId);
          } else {
            cells.add(effect.cellId);
            cell = effect.cellId;
          }
        }
      }
      calls.push({
        tool: name,
        isError: answer?.status === 'error',
        text: plain(answer?.text ?? ''),
        ms: outcome?.ms ?? 0,
        arguments: outcome?.ranArgs ?? args,
        ...(cell !== undefined && { cell })
      });
    }
  }
  return { calls, text, cells: [...cells], requests };
}

/** The text without the marks around data. */
function plain(text: string): string {
  return openEnvelope(text)?.inside ?? text;
}

/**
 * The state of a plan that did not reach its end: what the step in progress had
 * done until then is kept and reported, like that of any other step.
 *
 * @param how `failed`: the plan can be continued, and so can the step.
 */
export async function cutShort(
  host: Pick<IWorkflowHost, 'run' | 'onlyRead'>,
  ports: IPlanPorts,
  state: PlanStateValue,
  /** `said` by the agent of that step. */
  { said, how }: { said: readonly BaseMessage[]; how: 'stopped' | 'failed' }
): Promise<PlanStateValue> {
  const { session, plan, outcomes, at, askedAt } = state;
  const isOpen = (id: string): boolean =>
    !(id in outcomes) || outcomes[id].status === 'raw';
  const made = await stepWork(host, said);
  const atWork =
    plan.find(({ id }) => id === at && isOpen(id)) ??
    plan.find(({ id }) => outcomes[id]?.status === 'raw');
  const left: PlanStateValue['outcomes'] = {};
  for (const { id } of plan.filter(each => isOpen(each.id))) {
    const before = outcomes[id];
    const now = id === atWork?.id && made.calls.length > 0 ? made : null;
    const parts = [before?.work, now].filter(part => part != null);
    if (parts.length > 0) {
      const text = parts.at(-1)?.text ?? '';
      const time = ports.now();
      left[id] = {
        ...skippedOutcome(
          how === 'stopped'
            ? ports.trans.__('Stopped before it was done.')
            : ports.trans.__('Cut off before it was done.'),
          time
        ),
        mode: before?.mode ?? 'guided',
        work: {
          calls: parts.flatMap(({ calls }) => calls),
          text,
          cells: [...new Set(parts.flatMap(({ cells }) => cells))]
        },
        short: shortened(text.trim(), MOST_SHORT),
        startedAt: before?.startedAt ?? (askedAt || time)
      };
      const outcome = left[id];
      const { status, startedAt, work } = outcome;
      ports.say({
        session,
        type: 'step',
        step: id,
        ...(how === 'stopped'
          ? { status, outcome }
          : { status: 'running', startedAt, cells: work?.cells })
      });
    }
  }
  if (Object.keys(left).length === 0) {
    return state;
  }
  const next = { ...state, outcomes: { ...outcomes, ...left } };
  const lines = await keepPlanFiles(ports, 'results', next);
  for (const text of lines) {
    ports.say({ session, type: 'line', text });
  }
  return next;
}
