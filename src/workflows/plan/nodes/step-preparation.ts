import { z } from 'zod';

import type { IPlanStep } from '../../../contract';
import { envelope } from '../../../engine/tool-calls/envelope';
import { askStructured } from '../asking/ask-structured';
import { nextSteps } from '../judging/next-steps';
import { predictedAcceptance } from '../judging/predicted-acceptance';
import { preparedTools } from '../judging/prepared-tools';
import { stepCards } from '../judging/step-cards';
import {
  namedTools,
  namesUnknownTool,
  stepSituation
} from '../judging/step-situation';
import { toolMemory } from '../judging/tool-memory';
import { planBrief } from '../state/plan-brief';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { MOST_STEP_TOOLS, type StepLookup } from '../state/step-lookup';
import { requestMessages } from '../state/request-messages';
import { stateForModel } from '../state/state-for-model';

const argumentsOf = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      arguments: z.record(z.string(), z.unknown())
    })
  )
});

/** The most memories of decisions that are considered for a step. */
const DECISIONS = 5;

/**
 * Prepares the tools of the next step, in order. If steps have cards, the model
 * fills in the arguments; otherwise no request is sent.
 */
export const stepPreparationNode =
  (ports: IPlanPorts, lookup: StepLookup) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const [step] = nextSteps(state);
    const settings = ports.settings();
    const { tools: all, memories } = await lookup.take(step);
    const tools = all.slice(0, MOST_STEP_TOOLS);
    const known = memories.filter(
      ({ entry }) => !state.ignored.includes(entry.key)
    );
    const isCarded = stepCards(settings, state.level);
    const lines: string[] = [];
    let given: Record<string, Record<string, unknown>> = {};
    if ((isCarded || settings.detailed) && tools.length > 0) {
      const { value, line } = await askStructured(ports.model, {
        name: 'arguments',
        schema: argumentsOf,
        messages: requestMessages(
          ports,
          'Give the arguments for each of these tools as this step would call it. Leave out what you do not know.',
          [
            describe(step),
            envelope('plan', planBrief(stateForModel(state, ports))),
            await ports.notebookContext(),
            JSON.stringify(tools.map(({ name, schema }) => ({ name, schema }))),
            state.stepFeedback ? `What to change: ${state.stepFeedback}` : ''
          ].join('\n\n')
        ),
        fallback: { tools: [] },
        line: ports.trans.__(
          'The model gave no usable arguments for “%1”.',
          step.title
        ),
        short: true
      });
      given = Object.fromEntries(
        value.tools.map(each => [each.name, each.arguments])
      );
      lines.push(...(line ? [line] : []));
    }
    const prepared = preparedTools(tools, known, given);
    const changed = toolMemory(step.title, tools, known, given, ports.trans);
    if (changed) {
      const { key, text } = changed;
      lines.push(text);
      ports.say({
        session: state.session,
        type: 'line',
        text,
        memory: { what: 'tools', kind: 'tool', key }
      });
    }
    const passed = isCarded ? await passes() : null;
    if (passed) {
      const text = ports.trans.__(
        '“%1” went ahead without asking, because you accepted steps like it before.',
        step.title
      );
      lines.push(text);
      ports.say({
        session: state.session,
        type: 'line',
        text,
        memory: { what: 'step', kind: 'behaviour', key: passed }
      });
    }
    return {
      at: step.id,
      prepared,
      passed: passed !== null,
      stepFeedback: '',
      askedAt: ports.now(),
      stepAnswer: passed ? { action: 'approve' } : null,
      lines
    };

    async function passes(): Promise<string | null> {
      if (namesUnknownTool(step, all)) {
        // Nobody knows what that tool does, or will do once it is there.
        return null;
      }
      const hit = predictedAcceptance(
        namedTools(step, all),
        (
          await ports.memory.search(
            'behaviour',
            stepSituation(step, all),
            DECISIONS
          )
        ).filter(({ entry }) => !state.ignored.includes(entry.key))
      );
      return hit?.entry.key ?? null;
    }
  };

function describe({ title, does, worked }: IPlanStep): string {
  return `Step: ${title}\n${does}\nIt worked if: ${worked}`;
}
