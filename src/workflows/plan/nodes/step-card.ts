import { z } from 'zod';
import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  MAX_TOOL_FAILURES,
  type IPlanStep,
  type IPreparedTool
} from '../../../contract';
import { askCard } from '../../../engine/interrupts/ask-person';
import { envelope } from '../../../engine/calls/envelope';
import type { IMemoryHit } from '../../../memory';
import { ALIKE, isAlike } from '../../../memory/likeness';
import { isTyped } from '../../../memory/plain-words';
import { stepCards } from '../approvals';
import { hostNotebookContext, planInstructions, tell } from '../host';
import type { IPlanModel } from '../host-model';
import { keepDecision, type PlanMemory } from '../memory';
import { namedTools, reachesOut, type IPlanTool } from '../tools';
import { askStructured } from '../ask-structured';
import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import type { PlanStateValue, PlanUpdate } from '../plan-state';
import { stepAt, nextSteps, skippedOutcome } from '../steps';
import { planBrief, requestMessages, stateForModel, wholeTask } from '../texts';

const argumentsOf = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      arguments: z.record(z.string(), z.unknown())
    })
  )
});

/** The most memories of decisions, and of tools, that are considered. */
const DECISIONS = 5;
const MEMORIES = 10;
/** The share of decisions to accept above which a card passes by itself. */
const LIKELY = 0.8;

/**
 * Prepares the next step. Only where the person is asked about it does the model
 * fill in the arguments of its tools; otherwise no request is sent.
 */
export const prepareStepNode =
  (host: IWorkflowHost, model: IPlanModel, memory: PlanMemory) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const [step] = nextSteps(state);
    const { settings, trans } = host.run.options;
    const tools = namedTools(host, step);
    const isCarded = stepCards(settings().plan, state.level);
    if (!isCarded || tools.length === 0) {
      return ready(preparedTools(tools, [], {}, ''), false);
    }
    const notebook = await hostNotebookContext(host);
    const answer = await askStructured(model, {
      name: 'arguments',
      schema: argumentsOf,
      messages: () =>
        requestMessages(
          planInstructions(host),
          'Give the arguments for each of these tools as this step would call it. Leave out what you do not know.',
          [
            `Step: ${step.title}\n${step.does}\nIt worked if: ${step.worked}`,
            envelope('plan', planBrief(stateForModel(state, host))),
            notebook,
            JSON.stringify(tools.map(({ name, schema }) => ({ name, schema }))),
            ...(state.words[step.id] ?? []).map(
              each => `What to change: ${each}`
            )
          ].join('\n\n')
        ),
      short: true
    });
    if (!answer) {
      tell(
        host,
        trans.__('The model gave no usable arguments for “%1”.', step.title)
      );
    }
    const given = Object.fromEntries(
      (answer?.tools ?? []).map(each => [each.name, each.arguments])
    );
    const known = await memory.search(state, 'tool', step.title, MEMORIES);
    // What nobody has named here belongs to another task.
    const here = [
      wholeTask(state),
      ...state.plan.flatMap(({ title, does }) => [title, does]),
      notebook
    ].join('\n');
    const prepared = preparedTools(tools, known, given, here);
    const helped = known.find(
      hit =>
        written(preparedTools(tools, [hit], given, here)) !==
        written(preparedTools(tools, [], given, here))
    );
    if (helped) {
      memory.applied(
        'tools',
        helped.entry,
        trans.__(
          'The tools for “%1” were chosen by what worked before.',
          step.title
        )
      );
    }
    const passed = await predicted();
    if (passed) {
      memory.applied(
        'step',
        passed.entry,
        trans.__(
          '“%1” went ahead without asking, because you accepted steps like it before.',
          step.title
        )
      );
    }
    return ready(prepared, passed !== undefined);

    /** Once no request follows: what was said meanwhile counts for this step. */
    function ready(prepared: IPreparedTool[], passed: boolean): PlanUpdate {
      const { signal, options, names, emit } = host.run;
      const queued = signal.aborted ? [] : options.takeQueued();
      for (const { messageId, text } of queued) {
        emit({ type: 'user-message', messageId, text });
      }
      return {
        at: step.id,
        askedAt: Date.now(),
        remarks: queued.map(({ text }) => names.inText(text)),
        prepared,
        passed
      };
    }

    /**
     * The memory by which the card would be accepted: five like decisions of
     * this person, more than 80 % of them to accept. Never where a tool does not
     * exist, is new or has changed, or what its call does reaches out.
     */
    async function predicted(): Promise<IMemoryHit | undefined> {
      const named = new Set(step.tools);
      if (
        tools.length < named.size ||
        prepared.some(each => reachesOut(host, each.name, each.arguments))
      ) {
        return undefined;
      }
      const hits = await memory.search(
        state,
        'behaviour',
        stepSituation(step, tools),
        DECISIONS
      );
      return hits.find(hit => {
        const { origin, uses, decisions, versions } = hit.entry;
        return (
          isAlike(hit, ALIKE) &&
          origin !== 'file' &&
          uses >= DECISIONS &&
          (decisions.accept ?? 0) / uses > LIKELY &&
          tools.every(({ name, version }) => versions[name] === version)
        );
      });
    }
  };

/** Shows the step; words of the person prepare it again. */
export const askStepNode =
  (host: IWorkflowHost, memory: PlanMemory) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => {
    const { trans } = host.run.options;
    const step = stepAt(state);
    const showsCalls = state.prepared.length > 0;
    const answer = askCard(config, {
      kind: 'step',
      title: step.title,
      text: [
        // The model's words, or the person's: never to be read as ours.
        step.does &&
          trans.__(
            'What it is to do: “%1”',
            step.does.replace(/\s+/gu, ' ').replace(/[“”]/g, '"').trim()
          ),
        state.level !== 'step'
          ? ''
          : showsCalls
            ? trans.__(
                'Calls that differ from what stands here have a card of their own.'
              )
            : trans.__('What it does in the notebook runs without asking.')
      ]
        .filter(Boolean)
        .join('\n'),
      step,
      tools: state.prepared
    });
    const update: PlanUpdate = { passed: true, askedAt: Date.now() };
    if (answer) {
      const { action } = answer;
      const tools = namedTools(host, step);
      keepDecision(memory, state, {
        situation: stepSituation(step, tools),
        decision:
          action === 'approve' ? 'accept' : action === 'skip' ? action : 'edit',
        words: action === 'change' ? answer.words : '',
        versions: Object.fromEntries(
          tools.map(({ name, version }) => [name, version])
        )
      });
    }
    switch (answer?.action) {
      case 'approve':
        return update;
      case 'edit':
        return {
          ...update,
          prepared: state.prepared.map(tool => ({
            ...tool,
            arguments: answer.arguments[tool.name] ?? tool.arguments
          }))
        };
      case 'change':
        return {
          ...update,
          passed: false,
          words: { [step.id]: [answer.words] }
        };
      default:
        return {
          ...update,
          outcomes: {
            [step.id]: skippedOutcome(
              answer
                ? trans.__('You skipped it.')
                : trans.__('Nobody answered.'),
              Date.now()
            )
          }
        };
    }
  };

/** A step's card, in the form in which reactions to it are remembered. */
function stepSituation(
  { reads, title }: IPlanStep,
  tools: readonly IPlanTool[]
): string {
  return [
    reads ? 'reading step' : 'changing step',
    title,
    ...tools.map(({ name }) => name).sort()
  ].join(' ');
}

/**
 * The tools of a step: first those that worked before, last those that failed
 * more than they worked. A value known from memory fills in a missing one if it
 * is named here too.
 *
 * @param given arguments by name of the tool.
 */
export function preparedTools(
  tools: readonly IPlanTool[],
  memories: readonly IMemoryHit[],
  given: Readonly<Record<string, Record<string, unknown>>>,
  here: string
): IPreparedTool[] {
  const known = new Map(
    [...memories].reverse().map(({ entry }) => [entry.tools[0], entry])
  );
  const score = ({ name }: IPreparedTool): number => {
    const { uses = 0, successes = 0, failures = 0 } = known.get(name) ?? {};
    const share = uses > 0 ? successes / uses : 0;
    return failures > MAX_TOOL_FAILURES && share < 0.5 ? 0 : 1 + share * 0.3;
  };
  return tools
    .map(({ name, schema }) => {
      const properties = (schema.properties ?? {}) as Record<string, unknown>;
      const remembered = Object.entries(known.get(name)?.shape ?? {}).flatMap(
        ([argument, { value }]) =>
          value !== undefined &&
          Object.hasOwn(properties, argument) &&
          isTyped(String(value), here)
            ? [[argument, value]]
            : []
      );
      return {
        name,
        schema,
        arguments: { ...Object.fromEntries(remembered), ...given[name] }
      };
    })
    .sort((one, other) => score(other) - score(one));
}

/** Equal for the same tools in the same order with the same arguments. */
function written(tools: readonly IPreparedTool[]): string {
  return JSON.stringify(
    tools.map(({ name, arguments: given }) => [name, given])
  );
}
