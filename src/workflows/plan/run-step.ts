import type { RunnableConfig } from '@langchain/core/runnables';
import { isGraphBubbleUp } from '@langchain/langgraph/web';
import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import {
  TURN_EFFECTS,
  type Decision,
  type IOutcomeRecord
} from '../../contract';
import { isFenced, explainRunError } from '../../engine/errors';
import { isModelCallLimit } from '../../engine/middleware/call-model';
import { isCutOff, requestsIn } from '../../engine/model/message-parts';
import type { IWorkflowHost } from '../../engine/workflows/workflow';
import { envelope, openEnvelope } from '../../engine/calls/envelope';
import { FINAL_ANSWER } from '../../engine/calls/review-call';
import { stepCards } from './approvals';
import { keepCallDecisions, type PlanMemory } from './memory';
import { keepPlanFiles } from './plan-files';
import {
  type PlanStateValue,
  type IStepWork,
  type IStepCall,
  MAX_SHORT
} from './plan-state';
import { skippedOutcome, stepAt, stepEnded } from './steps';
import {
  planBrief,
  planResults,
  shortened,
  stateForModel,
  wholeTask
} from './texts';

interface IStepPlace {
  /** Whether other steps run at the same time: then it may only read. */
  beside: boolean;
  /** Whether it ends the plan, so that its answer is the summary. */
  last: boolean;
}

/**
 * Carries out the current step with the usual agent on a short context of its
 * own, with review, gate, journal and undo. It is called again with the same
 * state when one of its cards was answered.
 *
 * @param config that of the node, which inner graphs need.
 */
export async function runStep(
  host: IWorkflowHost,
  state: PlanStateValue,
  { beside, last }: IStepPlace,
  config: RunnableConfig
): Promise<IStepWork> {
  config.signal?.throwIfAborted();
  const { memory, settings, trans } = host.run.options;
  const { prepared, level, outcomes, at } = state;
  const { plan, privacy } = settings();
  const budget = Math.max(
    1,
    plan.requestsPerStep - (outcomes[at]?.work?.requests ?? 0)
  );
  // A permission that the person has withdrawn stays withdrawn.
  if (memory.level === 'outside') {
    host.allow(TURN_EFFECTS, true);
  } else if (memory.level === 'step' && level === 'step') {
    if (prepared.length === 0) {
      host.allow(TURN_EFFECTS, true);
    } else if (!(at in outcomes)) {
      // Its second try makes other calls, which nobody has seen yet.
      host.allowCalls(prepared);
    }
  }
  const hadValues = !privacy.schemasOnly;
  const done = (work: IStepWork): IStepWork => {
    if (memory.level === 'step') {
      host.allow(TURN_EFFECTS, false);
    }
    const values = hadValues || !settings().privacy.schemasOnly;
    return { ...work, values };
  };
  const agent = host.agent({ budget, beside, last, about: aboutOf(state) });
  try {
    const messages = await agent.invoke(
      await textOf(host, state, { beside, last }),
      {
        ...config,
        callbacks: config.callbacks
      }
    );
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

async function textOf(
  host: IWorkflowHost,
  state: PlanStateValue,
  { beside, last }: IStepPlace
): Promise<string> {
  const { at, level, words, failures, outcomes } = state;
  // Its second try is free in its tools.
  const prepared = at in outcomes ? [] : state.prepared;
  const { plan, privacy } = host.run.options.settings();
  const step = stepAt(state);
  const visible = stateForModel(state, host);
  const named = prepared.map(({ name }) => name).join(', ');
  const approved = stepCards(plan, level)
    ? prepared.filter(({ arguments: given }) => Object.keys(given).length > 0)
    : [];
  const before = (failures[at] ?? []).flatMap(({ reason, values }) =>
    privacy.schemasOnly && values !== false ? [] : reason
  );
  return [
    `The whole task:\n${taskOf(state)}`,
    `The plan so far:\n${envelope(
      'plan',
      last ? planResults(visible) : planBrief(visible)
    )}`,
    `Do this one step of a plan, and no other: ${step.title}`,
    step.does,
    step.worked ? `It worked if: ${step.worked}` : '',
    named ? `Its tools: ${named}` : '',
    approved.length > 0
      ? `The person approved these calls. Make them as they are; any other call has a card of its own:\n${approved
          .map(
            ({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`
          )
          .join('\n')}`
      : '',
    ...(words[at] ?? []).map(
      each => `The person said about this step: ${each}`
    ),
    before.length > 0
      ? `Earlier attempts ended like this; correct what they left:\n${envelope('failure', before.join('\n'))}`
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
function aboutOf(state: PlanStateValue): string {
  const { title, does } = stepAt(state);
  const names = state.prepared.map(({ name }) => name);
  return [title, does, ...names, taskOf(state)].join('\n');
}

function taskOf(state: PlanStateValue): string {
  return [wholeTask(state), state.context].filter(Boolean).join('\n\n');
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
  // The first message is the step itself, or a summary of what came before.
  const remarks = messages.slice(1).filter(HumanMessage.isInstance);
  return {
    calls,
    text,
    cells: [...cells],
    requests: requestsIn(messages),
    ...(remarks.length > 0 && {
      remarks: remarks.map(each => each.text)
    }),
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
  await keepPlanFiles(host, 'results', next);
  return next;
}
