import { z } from 'zod';
import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  type IPlanStep,
  type PlanInterruptAnswer,
  stepAnswer,
  type IPreparedTool,
  MOST_TOOL_FAILURES,
  type ITranslator
} from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import { envelope } from '../../../engine/tool-calls/envelope';
import type { IMemoryHit } from '../../../memory';
import { askStructured } from '../ask-structured';
import { stepCards } from '../approvals';
import type { IPlanPorts, IPlanTool } from '../plan-ports';
import type { PlanStateValue, PlanUpdate } from '../plan-state';
import { MOST_STEP_TOOLS, type StepLookup } from '../tools';
import { nextSteps, stepAt, skippedOutcome } from '../steps';
import { planBrief, requestMessages, stateForModel } from '../texts';

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

export const stepApprovalNode =
  (_ports: IPlanPorts) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => {
    const step = stepAt(state);
    return {
      stepAnswer: askOrNone<PlanInterruptAnswer>(config, {
        kind: 'step',
        title: step.title,
        text: step.does,
        step,
        tools: state.prepared
      })
    };
  };

/**
 * Processes the answer. Arguments that do not match their schema are asked for
 * again, up to a number of rounds; then the step continues with what it has,
 * and a line says so. A change in words leads to a new preparation equally
 * often; then the card says so.
 */
export const stepFeedbackNode =
  (ports: IPlanPorts) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const { trans, now } = ports;
    const step = stepAt(state);
    const { data } = stepAnswer.safeParse(state.stepAnswer);
    const rounds = state.stepRounds + 1;
    const isOver = rounds > ports.settings().rounds;
    const update: PlanUpdate = {
      stepAnswer: null,
      stepRounds: 0,
      askedAt: now(),
      audit: [
        { node: `step ${step.id}`, what: data?.action ?? 'none', time: now() }
      ]
    };
    // A card that was accepted because of past decisions is not a new decision.
    if (data && data.action !== 'change' && !state.passed) {
      const tools = await ports.tools.recommend(step, MOST_STEP_TOOLS);
      ports.memory.collect([
        {
          kind: 'behaviour',
          id: `${state.session} ${step.id} ${rounds}`,
          domain: ports.memory.domain(),
          typed: state.task,
          time: now(),
          situation: stepSituation(step, tools),
          decision: data.action === 'approve' ? 'accept' : data.action,
          ms: Math.max(0, now() - state.askedAt),
          versions: Object.fromEntries(
            tools.map(({ name, version }) => [name, version])
          )
        }
      ]);
    }
    const skip = (reason: string): PlanUpdate => ({
      ...update,
      outcomes: { [step.id]: skippedOutcome(reason, now()) }
    });
    switch (data?.action) {
      case 'approve':
        return update;
      case 'edit': {
        const prepared = state.prepared.map(tool =>
          tool.name in data.arguments
            ? withArguments(tool, data.arguments[tool.name])
            : tool
        );
        const isMissing = prepared.some(
          ({ name, missing }) => name in data.arguments && missing.length > 0
        );
        return isMissing && isOver
          ? {
              ...update,
              prepared,
              lines: [
                trans.__(
                  'You have been asked for the arguments of “%1” %2 times, so the step goes on with the arguments it has.',
                  step.title,
                  rounds
                )
              ]
            }
          : {
              ...update,
              prepared,
              stepRounds: isMissing ? rounds : 0
            };
      }
      case 'change':
        return {
          ...update,
          stepRounds: rounds,
          ...(isOver
            ? {
                lines: [
                  trans.__(
                    '“%1” has been prepared %2 times. Run it as it is, or skip it.',
                    step.title,
                    rounds
                  )
                ]
              }
            : { stepFeedback: data.words })
        };
      default:
        return skip(
          data ? trans.__('You skipped it.') : trans.__('Nobody answered.')
        );
    }
  };

/** Arguments that do not match are treated as missing. */
function withArguments(
  tool: IPreparedTool,
  values: Record<string, unknown>
): IPreparedTool {
  const names = Array.isArray(tool.schema.required)
    ? tool.schema.required.map(String)
    : [];
  const missing = misfits(tool, values, names);
  const required = names.length;
  return {
    ...tool,
    arguments: values,
    missing,
    readiness:
      required === 0
        ? missing.length === 0
          ? 1
          : 0
        : Math.max(0, required - missing.length) / required
  };
}

/** Fields that do not match, or are missing. */
function misfits(
  { name, schema }: IPreparedTool,
  values: Record<string, unknown>,
  required: readonly string[]
): string[] {
  try {
    const read = z
      .fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(values);
    return read.success
      ? []
      : [
          ...new Set(read.error.issues.map(({ path }) => String(path[0] ?? '')))
        ];
  } catch (error) {
    // A server's schema may use features that Zod does not know; the call
    // itself is checked against it.
    console.debug('Cellwright: a schema cannot be read', name, error);
    return required.filter(
      field => values[field] === undefined || values[field] === ''
    );
  }
}

const LIKELY = 0.8;

/**
 * Whether a step's card may be accepted automatically. That needs five similar
 * decisions, more than 80 % of them to accept, made by this person and not only
 * claimed by an imported file; and the step must have tools, none of which
 * reaches out, is new or has changed.
 */
export function predictedAcceptance(
  tools: readonly IPlanTool[],
  memories: readonly IMemoryHit[]
): IMemoryHit | null {
  const hit = memories.find(({ likeness }) => likeness >= ALIKE_SITUATION);
  if (
    !hit ||
    hit.entry.origin === 'file' ||
    // If a step has no tools, it is unknown what it will call.
    tools.length === 0 ||
    tools.some(
      ({ name, version, reachesOut }) =>
        reachesOut || hit.entry.versions[name] !== version
    )
  ) {
    return null;
  }
  const { uses, decisions } = hit.entry;
  return uses >= DECISIONS && (decisions.accept ?? 0) / uses > LIKELY
    ? hit
    : null;
}

/** How similar an earlier step must be for its memory to count. */
const LEAST_LIKENESS = 0.5;

/**
 * The tools of a step in order: by their score in the index, plus `success_rate
 * · 0.3` for what worked before; tools that failed too often are left out.
 * Arguments known from memory fill in missing ones.
 *
 * @param given arguments by name of the tool.
 */
export function preparedTools(
  tools: readonly IPlanTool[],
  memories: readonly IMemoryHit[],
  given: Readonly<Record<string, Record<string, unknown>>>
): IPreparedTool[] {
  const known = new Map(
    memories
      .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
      .reverse()
      .map(({ entry }) => [entry.tools[0], entry])
  );
  return tools
    .filter(
      ({ name }) => (known.get(name)?.failures ?? 0) <= MOST_TOOL_FAILURES
    )
    .map(({ name, schema, score }): IPreparedTool => {
      const memory = known.get(name);
      const properties = (schema.properties ?? {}) as Record<string, unknown>;
      const remembered = Object.entries(memory?.shape ?? {}).flatMap(
        ([argument, { value }]) =>
          value !== undefined && Object.hasOwn(properties, argument)
            ? [[argument, value]]
            : []
      );
      const values: Record<string, unknown> = {
        ...Object.fromEntries(remembered),
        ...given[name]
      };
      const required = Array.isArray(schema.required)
        ? schema.required.map(String)
        : [];
      const missing = required.filter(
        field => values[field] === undefined || values[field] === ''
      );
      return {
        name,
        schema,
        arguments: values,
        missing,
        readiness:
          required.length === 0
            ? 1
            : (required.length - missing.length) / required.length,
        score:
          score +
          (memory && memory.uses > 0
            ? (memory.successes / memory.uses) * 0.3
            : 0)
      };
    })
    .sort((one, other) => other.score - one.score);
}

/** How memory has changed the tools of a step. */
export interface IToolMemory {
  /** Key of the memory that changed it; if there are several, the likeliest. */
  key: string;
  /** One sentence. */
  text: string;
}

/**
 * How memories have changed a step's tools, as a sentence for the person; null
 * if they have not.
 */
export function toolMemory(
  title: string,
  tools: readonly IPlanTool[],
  memories: readonly IMemoryHit[],
  given: Readonly<Record<string, Record<string, unknown>>>,
  trans: ITranslator
): IToolMemory | null {
  const without = preparedTools(tools, [], given);
  const withAll = preparedTools(tools, memories, given);
  if (isSame(without, withAll)) {
    return null;
  }
  const hit =
    memories.find(
      each => !isSame(without, preparedTools(tools, [each], given))
    ) ?? memories[0];
  const left = without.find(
    ({ name }) =>
      name === hit.entry.tools[0] && withAll.every(each => each.name !== name)
  );
  return {
    key: hit.entry.key,
    text: left
      ? trans.__(
          '“%1” does not use %2, which failed more than twice in steps like this.',
          title,
          left.name
        )
      : trans.__('The tools for “%1” were chosen by what worked before.', title)
  };
}

/**
 * Whether these are the same tools in the same order with the same arguments.
 */
function isSame(
  one: readonly IPreparedTool[],
  other: readonly IPreparedTool[]
): boolean {
  const plain = (tools: readonly IPreparedTool[]): string =>
    JSON.stringify(tools.map(({ name, arguments: given }) => [name, given]));
  return plain(one) === plain(other);
}

/**
 * How similar two situations must be for their decisions to count as similar.
 */
export const ALIKE_SITUATION = 0.8;

/**
 * The tools that a decision on a step is about: those that its plan names; if
 * it names none, all that fit. If it names only tools that do not exist, there
 * are none.
 */
export function namedTools<T extends { name: string }>(
  step: IPlanStep,
  tools: readonly T[]
): readonly T[] {
  return step.tools.length > 0
    ? tools.filter(({ name }) => step.tools.includes(name))
    : tools;
}

/** Whether the plan of a step names a tool that does not exist. */
export function namesUnknownTool(
  step: IPlanStep,
  tools: readonly { name: string }[]
): boolean {
  return step.tools.some(named => !tools.some(({ name }) => name === named));
}

/** A step's card, in the form in which reactions to it are remembered. */
export function stepSituation(
  step: IPlanStep,
  tools: readonly { name: string }[]
): string {
  return [
    step.reads ? 'reading step' : 'changing step',
    step.title,
    ...namedTools(step, tools)
      .map(({ name }) => name)
      .sort()
  ].join(' ');
}
