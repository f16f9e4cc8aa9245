import { z } from 'zod';
import {
  isGraphBubbleUp,
  type LangGraphRunnableConfig
} from '@langchain/langgraph/web';

import { envelope } from '../../../engine/tool-calls/envelope';
import { askStructured } from '../asking/ask-structured';
import { linkedNumbers, type INumberSource } from '../judging/linked-numbers';
import { observationsOf } from '../judging/observations';
import { keepPlanFiles } from '../state/keep-plan-files';
import type { ResultsSaver } from '../state/results-saver';
import { planMarkdown } from '../state/plan-markdown';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { requestMessages } from '../state/request-messages';
import { stateForModel } from '../state/state-for-model';

const summary = z.object({
  summary: z.string().trim().min(1),
  open: z.array(z.string()).default([]),
  next: z.array(z.string()).default([])
});

/** How many messages of the conversation a plain answer takes into account. */
const MESSAGES = 10;

/**
 * Writes the answer, or a summary of what was done, failed and skipped; without
 * a model if its request fails.
 */
export const synthesisNode =
  (ports: IPlanPorts, results: ResultsSaver) =>
  async (
    state: PlanStateValue,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    const { session, route, plan, outcomes, rejected } = state;
    const { trans } = ports;
    const isChat = route === 'simple_chat';
    const isIdle = !isChat && Object.keys(outcomes).length === 0;
    // If nothing was done, a model could not say it any better.
    let plain = !isIdle;
    let report = isIdle ? nothingDone() : planMarkdown(state, trans);
    const lines: string[] = [];
    if (!isIdle) {
      try {
        const made = isChat ? await chat() : await summed();
        plain = made === null;
        report = made ?? report;
      } catch (error) {
        if (isChat || isGraphBubbleUp(error) || config.signal?.aborted) {
          throw error;
        }
        console.warn('Cellwright: a plan was summed up without a model', error);
      }
      if (plain) {
        lines.push(trans.__('This summary was written without the model.'));
      }
    }
    if (!isChat) {
      lines.push(
        ...(await results.end(state)),
        ...(await keepPlanFiles(ports, 'report', state, {
          json: { report, plan, outcomes, plain },
          markdown: report
        }))
      );
    }
    ports.say({
      session,
      type: 'synthesis',
      report,
      plain,
      chat: isChat
    });
    ports.say({ session, type: 'end', time: ports.now() });
    ports.memory.collect(
      observationsOf(state, ports.now(), ports.memory.domain())
    );
    return { report, plainReport: plain, lines };

    async function chat(): Promise<string> {
      const [system] = requestMessages(ports, 'Answer the message.', '');
      const { text } = await ports.model.ask(
        [
          system,
          ...state.history.slice(-MESSAGES),
          {
            role: 'user',
            text: [state.task, state.context].filter(Boolean).join('\n\n')
          }
        ],
        { as: 'text' },
        { short: false, signal: config.signal }
      );
      return text;
    }

    async function summed(): Promise<string | null> {
      const { value, line } = await askStructured(ports.model, {
        name: 'summarise',
        schema: summary,
        messages: requestMessages(
          ports,
          'Sum up what was done, what failed and what was skipped. After each number, refer to the cell that it came from as [#](#cell=ID). Name open questions and next steps.',
          envelope('plan', planMarkdown(stateForModel(state, ports), trans))
        ),
        fallback: { summary: '-', open: [], next: [] },
        line: 'unread',
        short: false,
        signal: config.signal
      });
      const list = (title: string, items: readonly string[]): string[] =>
        items.length > 0
          ? [`## ${title}\n\n${items.map(each => `- ${each}`).join('\n')}`]
          : [];
      return line
        ? null
        : linkedNumbers(
            [
              value.summary,
              ...list(trans.__('Open questions'), value.open),
              ...list(trans.__('Next steps'), value.next)
            ].join('\n\n'),
            sources()
          );
    }

    /**
     * Outputs of cells in the order of the work; a step's text counts for its
     * last cell.
     */
    function sources(): INumberSource[] {
      return plan.flatMap(({ id }) => {
        const { calls = [], text = '', cells = [] } = outcomes[id]?.work ?? {};
        const last = cells.at(-1);
        return [
          ...calls.flatMap(call =>
            call.cell ? [{ text: call.text, cell: call.cell }] : []
          ),
          ...(last === undefined ? [] : [{ text, cell: last }])
        ];
      });
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
