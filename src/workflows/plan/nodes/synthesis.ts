import { z } from 'zod';
import {
  isGraphBubbleUp,
  type LangGraphRunnableConfig
} from '@langchain/langgraph/web';

import type { IAnswerNumber } from '../../../contract';
import {
  answerNumbers,
  numbersHint
} from '../../../engine/model/answer-numbers';
import { envelope } from '../../../engine/calls/envelope';
import { askStructured } from '../ask-structured';
import { linkedNumbers, linkedCells } from '../numbers';
import { keepPlanFiles } from '../plan-files';
import { hostNotebookContext, planInstructions, tell } from '../host';
import type { IPlanMessage, IPlanModel } from '../host-model';
import type { PlanMemory } from '../memory';
import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import type { PlanStateValue, PlanUpdate } from '../plan-state';
import {
  planMarkdown,
  planResults,
  requestMessages,
  stateForModel
} from '../texts';
import { overCeiling } from './ceiling-card';

const summary = z.object({
  summary: z.string().trim().min(1),
  open: z.array(z.string()).default([]),
  next: z.array(z.string()).default([])
});

/** The most next steps that are offered. */
const MAX_NEXT = 6;

/** How many messages of the conversation a plain answer takes into account. */
const MESSAGES = 10;

/**
 * Writes the answer, or a summary of what was done, failed and skipped; without
 * a model if its request fails.
 */
export const summariseNode =
  (host: IWorkflowHost, model: IPlanModel, memory: PlanMemory) =>
  async (
    state: PlanStateValue,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    const { session, route, plan, outcomes, rejected } = state;
    const { settings, trans } = host.run.options;
    const isChat = route === 'simple_chat';
    const messageId = `${session}-report`;
    const isIdle = !isChat && Object.keys(outcomes).length === 0;
    // If nothing was done, a model could not say it any better.
    let plain = !isIdle;
    let next: string[] = [];
    let text = isIdle ? nothingDone() : planMarkdown(state, trans);
    const fromStep = stepSummary();
    const ask = isChat ? chat : summed;
    if (!isIdle) {
      try {
        const answer = fromStep ?? (await ask([]));
        plain = answer === null;
        text = answer ?? text;
      } catch (error) {
        if (isChat || endsRun(error)) {
          throw error;
        }
        console.warn('Cellwright: a plan was summed up without a model', error);
      }
      if (plain) {
        tell(host, trans.__('This summary was written without the model.'));
      }
    }
    let numbers = await check();
    const hint = numbersHint(numbers);
    // A step had its chance already.
    if (hint && !plain && !isIdle && !fromStep && (await mayAskAgain())) {
      const again = await ask([
        { role: 'assistant', text },
        { role: 'user', text: hint }
      ]).catch((error: unknown) => {
        if (endsRun(error)) {
          throw error;
        }
        console.warn(
          'Cellwright: the numbers of a plan are as they were',
          error
        );
        return null;
      });
      text = again?.trim() ? again : text;
      numbers = await check();
    }
    const report = plain || isChat ? text : linkedNumbers(text, numbers);
    if (!isChat) {
      await keepPlanFiles(host, 'report', state, {
        json: { report, plan, outcomes, plain },
        markdown: report
      });
    }
    host.run.emit({ type: 'model-message', messageId, text, numbers });
    if (!isChat) {
      host.run.emit({
        type: 'plan-synthesis',
        plan: session,
        messageId,
        report,
        plain,
        next: next.slice(0, MAX_NEXT)
      });
    }
    memory.collect(observationsOf(state));
    return { report };

    function check(): Promise<IAnswerNumber[]> {
      return answerNumbers(
        host.run,
        text,
        [],
        [
          state.task,
          state.context,
          ...state.typed,
          ...state.remarks,
          planInstructions(host)
        ]
      );
    }

    async function mayAskAgain(): Promise<boolean> {
      return (
        !settings().privacy.schemasOnly &&
        !state.stopped &&
        overCeiling(state, settings().plan, await host.spent()) === null
      );
    }

    function endsRun(error: unknown): boolean {
      return isGraphBubbleUp(error) || config.signal?.aborted === true;
    }

    function list(title: string, items: readonly string[]): string[] {
      return items.length > 0
        ? [`## ${title}\n\n${items.map(each => `- ${each}`).join('\n')}`]
        : [];
    }

    /** The answer of the last step, which sums up the plan. */
    function stepSummary(): string | null {
      const { work, status } =
        outcomes[plan.findLast(({ id }) => outcomes[id]?.work)?.id ?? ''] ?? {};
      if (
        isChat ||
        state.stopped ||
        !work?.isSummary ||
        status !== 'succeeded' ||
        !work.text.trim()
      ) {
        return null;
      }
      next = work.next ?? [];
      return work.text.trim();
    }

    /** @param messages what it answered before, and what it is told about it. */
    async function chat(messages: IPlanMessage[]): Promise<string> {
      const notebook = await hostNotebookContext(host);
      const { text } = await model.ask(
        () => {
          const [system, asked] = requestMessages(
            planInstructions(host),
            'Answer the message.',
            [state.task, state.context, notebook].filter(Boolean).join('\n\n')
          );
          return [
            system,
            ...state.history.slice(-MESSAGES),
            asked,
            ...messages
          ];
        },
        { as: 'text' },
        {
          signal: config.signal,
          ...(messages.length === 0 && {
            onText: delta =>
              host.run.emit({ type: 'text-delta', messageId, delta })
          })
        }
      );
      return text;
    }

    async function summed(messages: IPlanMessage[]): Promise<string | null> {
      const value = await askStructured(model, {
        name: 'summarise',
        schema: summary,
        messages: () => {
          const visible = stateForModel(state, host);
          return [
            ...requestMessages(
              planInstructions(host),
              'Sum up what was done, what failed and what was skipped. Name open questions and next steps.',
              envelope(
                'plan',
                `${planMarkdown(visible, trans)}\n\n${planResults(visible)}`
              )
            ),
            ...messages
          ];
        },
        signal: config.signal
      });
      if (!value) {
        return null;
      }
      next = value.next;
      return [
        value.summary,
        ...list(trans.__('Open questions'), value.open)
      ].join('\n\n');
    }

    function nothingDone(): string {
      return rejected === null
        ? state.stopped
          ? trans.__('Nothing was done: the plan was stopped at its limit.')
          : trans.__('Nothing was done: every step was switched off.')
        : [
            trans.__('Nothing was done: the plan was rejected.'),
            rejected,
            plan.map(({ title }) => `- ${title}`).join('\n')
          ]
            .filter(Boolean)
            .join('\n\n');
    }
  };

/** What can be learned from a plan that has ended. */
function observationsOf(
  state: PlanStateValue
): Parameters<PlanMemory['collect']>[0] {
  const { session, task, plan, outcomes } = state;
  const typed = [task, ...state.typed, ...state.remarks].join('\n');
  const run = plan.filter(({ id }) => outcomes[id]?.work);
  const success =
    run.length > 0 &&
    run.every(({ id }) => outcomes[id].status === 'succeeded');
  const calls = run.flatMap(({ id }) => outcomes[id].work?.calls ?? []);
  /** The calls of each try, with the title of its step. */
  const attempts = plan
    .flatMap(({ id, title }) =>
      [
        ...(state.failures[id] ?? []).flatMap(each => each.calls),
        ...(outcomes[id]?.status === 'failed'
          ? []
          : (outcomes[id]?.work?.calls ?? []))
      ].map(call => ({ ...call, step: title }))
    )
    .filter(
      // What the code or the person said no to is no failure of the tool.
      ({ outcome, ran }) => outcome === 'done' || (outcome === 'failed' && !ran)
    );
  if (state.route === 'simple_chat') {
    return [];
  }
  return [
    ...(run.length > 0
      ? [
          {
            typed,
            kind: 'plan' as const,
            id: session,
            task,
            steps: plan.map(({ title, tools }) => ({ title, tools })),
            edited: state.edited,
            success
          }
        ]
      : []),
    ...(run.length > 0 && state.category
      ? [
          {
            typed,
            kind: 'workflow' as const,
            id: session,
            category: state.category,
            steps: plan.map(({ title }) => title),
            tools: calls.map(({ tool }) => tool),
            success
          }
        ]
      : []),
    ...attempts.map(({ step, tool, outcome, ms, arguments: given }, at) => ({
      typed,
      kind: 'tool' as const,
      id: `${session} ${at}`,
      step,
      tool,
      success: outcome === 'done',
      ms,
      arguments: given
    }))
  ];
}

/**
 * Inserts the result of a plan as a Markdown cell: allowed by the rules, or
 * with a card.
 */
export const insertCellNode =
  (host: IWorkflowHost) =>
  async (
    { order }: PlanStateValue,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    if (!order || !('cell' in order)) {
      return {};
    }
    const { notebook, trans } = host.run.options;
    const { markdown, cells } = order.cell;
    const isThere = await host.call(
      'markdown',
      { content: linkedCells(markdown, cells, notebook.name) },
      config
    );
    return {
      report: isThere
        ? trans.__('The summary is in the notebook.')
        : trans.__('The summary was not put into the notebook.')
    };
  };
