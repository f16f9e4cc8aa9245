import type { RunnableConfig } from '@langchain/core/runnables';
import { isGraphBubbleUp } from '@langchain/langgraph/web';
import {
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import {
  TURN_EFFECTS,
  type Decision,
  type IOutcomeRecord,
  type IPlanStep,
  type IPreparedTool,
  type ReviewLevel
} from '../../contract';
import { isFenced, explainRunError } from '../../engine/errors/errors';
import { isModelCallLimit } from '../../engine/middleware/call-model';
import { isCutOff, requestsIn } from '../../engine/model/message-parts';
import type { IWorkflowHost } from '../../engine/run-context/workflow';
import { envelope, openEnvelope } from '../../engine/tool-calls/envelope';
import { FINAL_ANSWER } from '../../engine/tool-calls/review-call';
import { keepCallDecisions, type PlanMemory } from './memory';
import { keepPlanFiles } from './plan-files';
import {
  type PlanStateValue,
  type IStepWork,
  type IStepCall,
  MAX_SHORT
} from './plan-state';
import { skippedOutcome, stepEnded } from './steps';
import { shortened } from './texts';

export interface IStepTask {
  step: IPlanStep;
  task: string;
  /** Tools that it names, with what the person approved of their calls. */
  tools: readonly IPreparedTool[];
  level: ReviewLevel;
  /** Whether these calls were on its card. */
  shown: boolean;
  /** What the person said about it. */
  words: readonly string[];
  /** The most requests to the model. */
  budget: number;
  /** The plan and the results so far. */
  brief: string;
  /** Why it failed before; empty at the first attempt. */
  before: string;
  /** Whether other steps run at the same time: then it may only read. */
  beside: boolean;
  /** Whether it ends the plan, so that its answer is the summary. */
  last: boolean;
}

/**
 * Carries out one step with the usual agent on a short context of its own, with
 * review, gate, journal and undo. It is called again with the same task when one
 * of its cards was answered.
 *
 * @param config that of the node, which inner graphs need.
 */
export async function runStep(
  host: IWorkflowHost,
  task: IStepTask,
  config: RunnableConfig
): Promise<IStepWork> {
  config.signal?.throwIfAborted();
  const { memory, settings, trans } = host.run.options;
  const { tools, level, shown, budget, beside, last } = task;
  // A permission that the person has withdrawn stays withdrawn.
  if (memory.level === 'outside') {
    host.allow(TURN_EFFECTS, true);
  } else if (memory.level === 'step' && level === 'step' && shown) {
    if (tools.length > 0) {
      host.allowCalls(tools);
    } else {
      host.allow(TURN_EFFECTS, true);
    }
  }
  const hadValues = !settings().privacy.schemasOnly;
  const done = (work: IStepWork): IStepWork => {
    if (memory.level === 'step') {
      host.allow(TURN_EFFECTS, false);
    }
    const values = hadValues || !settings().privacy.schemasOnly;
    return { ...work, values };
  };
  const agent = host.agent({ budget, beside, last, about: aboutOf(task) });
  try {
    const messages = await agent.invoke(await textOf(host, task), {
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
      ...(await stepWork(host, await agent.messages(config))),
      stopped: isModelCallLimit(error)
        ? trans._n(
            'It was not finished after %1 request to the model.',
            'It was not finished after %1 requests to the model.',
            budget
          )
        : `${title} ${text}`
    });
  }
}

async function textOf(host: IWorkflowHost, task: IStepTask): Promise<string> {
  const { step, tools, brief, before, words, beside, last } = task;
  const named = tools.map(({ name }) => name).join(', ');
  const approved = tools.filter(
    ({ arguments: given }) => Object.keys(given).length > 0
  );
  return [
    `The whole task:\n${task.task}`,
    `The plan so far:\n${envelope('plan', brief)}`,
    `Do this one step of a plan, and no other: ${step.title}`,
    step.does,
    step.worked ? `It worked if: ${step.worked}` : '',
    named ? `Its tools: ${named}` : '',
    task.shown && approved.length > 0
      ? `The person approved these calls. Make them as they are; any other call has a card of its own:\n${approved
          .map(
            ({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`
          )
          .join('\n')}`
      : '',
    ...words.map(each => `The person said about this step: ${each}`),
    before
      ? `Earlier attempts ended like this; correct what they left:\n${envelope('failure', before)}`
      : '',
    beside
      ? 'It runs beside other steps, so it may only read.'
      : last
        ? 'It is the last step. Your final_answer sums up the whole plan for the person: what was found, with its numbers, and what failed or was skipped.'
        : '',
    await host.facts()
  ]
    .filter(Boolean)
    .join('\n\n');
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
  host: Pick<IWorkflowHost, 'run'>,
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
  let final: Partial<IStepWork> = {};
  for (const message of messages) {
    if (!AIMessage.isInstance(message)) {
      continue;
    }
    text = message.text.trim() || text;
    for (const { id = '', name, args } of message.tool_calls ?? []) {
      const answer = answers.get(id);
      if (name === FINAL_ANSWER) {
        text = typeof args.answer === 'string' ? args.answer : text;
        final = {
          ...(typeof args.met === 'boolean' && { met: args.met }),
          ...(typeof args.shown_by === 'string' && { shownBy: args.shown_by }),
          ...(args.plan_fits === false &&
            typeof args.plan_change === 'string' &&
            args.plan_change.trim() !== '' && {
              change: args.plan_change.trim()
            }),
          ...(Array.isArray(args.next_items) && {
            next: args.next_items.filter(each => typeof each === 'string')
          })
        };
        continue;
      }
      const record = await journal.call(at, id);
      const outcome = record?.outcome;
      if (!answer && !record) {
        // It waits for its card and has done nothing yet.
        continue;
      }
      const ran: string[] = [];
      let cell: string | undefined;
      for (const effect of record?.effects ?? []) {
        if ('cellId' in effect && effect.cellId !== null) {
          if (effect.kind === 'delete') {
            cells.delete(effect.cellId);
          } else {
            cells.add(effect.cellId);
            cell = effect.cellId;
            if (effect.kind === 'run') {
              ran.push(cell);
            }
          }
        }
      }
      calls.push({
        tool: name,
        outcome: outcomeOf(answer, outcome),
        text: plain(answer?.text ?? ''),
        ms: outcome?.ms ?? 0,
        arguments: outcome?.ranArgs ?? args,
        ...(cell !== undefined && { cell }),
        ...(ran.length > 0 && { ran }),
        ...((record?.effects ?? []).length > 0 && { acted: true }),
        ...(record?.decision?.by === 'person' && {
          id,
          decided: decidedOn(record.decision.decision)
        })
      });
    }
  }
  return {
    calls,
    text,
    cells: [...cells],
    requests: requestsIn(messages),
    ...final
  };

  function outcomeOf(
    answer: ToolMessage | undefined,
    known: IOutcomeRecord | undefined
  ): IStepCall['outcome'] {
    const state =
      known?.state ?? (answer?.status === 'error' ? 'failed' : 'done');
    switch (state) {
      case 'done':
        return 'done';
      case 'failed':
        // What ran and failed is broken; all else was refused.
        return !known || known.broken ? 'failed' : 'refused';
      default:
        return 'rejected';
    }
  }
}

function decidedOn(decision: Decision): IStepCall['decided'] {
  return {
    decision:
      decision.type === 'edit' || decision.type === 'reject'
        ? decision.type
        : 'accept',
    words: decision.type === 'reject' ? (decision.message ?? '') : ''
  };
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
  host: Pick<IWorkflowHost, 'run'>,
  memory: PlanMemory,
  state: PlanStateValue,
  /** `said` by the agent of that step. */
  {
    messages,
    how
  }: { messages: readonly BaseMessage[]; how: 'stopped' | 'failed' }
): Promise<PlanStateValue> {
  const { trans } = host.run.options;
  const { session, plan, outcomes, at, askedAt } = state;
  const isOpen = (id: string): boolean =>
    !(id in outcomes) || outcomes[id].status === 'raw';
  const created = await stepWork(host, messages);
  const atWork =
    plan.find(({ id }) => id === at && isOpen(id)) ??
    plan.find(({ id }) => outcomes[id]?.status === 'raw');
  if (atWork) {
    keepCallDecisions(memory, state, atWork.title, created);
  }
  const left: PlanStateValue['outcomes'] = {};
  for (const { id } of plan.filter(each => isOpen(each.id))) {
    const before = outcomes[id];
    const now = id === atWork?.id && created.calls.length > 0 ? created : null;
    const parts = [before?.work, now].filter(part => part != null);
    if (parts.length > 0) {
      const text = parts.at(-1)?.text ?? '';
      const time = Date.now();
      left[id] = {
        ...skippedOutcome(
          how === 'stopped'
            ? trans.__('Stopped before it was done.')
            : trans.__('Cut off before it was done.'),
          time
        ),
        mode: before?.mode ?? 'guided',
        work: {
          calls: parts.flatMap(({ calls }) => calls),
          text,
          cells: [...new Set(parts.flatMap(({ cells }) => cells))]
        },
        short: shortened(text.trim(), MAX_SHORT),
        startedAt: before?.startedAt ?? (askedAt || time)
      };
      const { startedAt, work } = left[id];
      host.run.emit(
        how === 'stopped'
          ? stepEnded(session, id, left[id])
          : {
              type: 'plan-step',
              plan: session,
              step: id,
              state: 'running',
              startedAt,
              cells: work?.cells ?? []
            }
      );
    }
  }
  if (Object.keys(left).length === 0) {
    return state;
  }
  const next = { ...state, outcomes: { ...outcomes, ...left } };
  const lines = await keepPlanFiles(host, 'results', next);
  for (const text of lines) {
    host.run.emit({ type: 'notice', code: 'other', text });
  }
  return next;
}
