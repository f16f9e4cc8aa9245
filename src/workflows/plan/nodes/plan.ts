import { z } from 'zod';
import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  MOST_STEPS,
  type IPlanStep,
  type PlanInterruptAnswer,
  planAnswer,
  planStep
} from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import { envelope } from '../../../engine/tool-calls/envelope';
import { askStructured } from '../ask-structured';
import { approvalsOn } from '../approvals';
import { keepPlanFiles } from '../plan-files';
import type { IPlanPorts } from '../plan-ports';
import type { PlanStateValue, PlanUpdate } from '../plan-state';
import type { StepLookup } from '../tools';
import { stepsLeft } from '../steps';
import {
  earlierMessages,
  planBrief,
  requestMessages,
  stateForModel
} from '../texts';

const draft = z.object({
  category: z.string().default(''),
  steps: z
    .array(
      z.object({
        title: z.string().trim().min(1).max(200),
        does: z.string().max(2000).default(''),
        tools: z.array(z.string().min(1)).max(20).default([]),
        /** Numbers of earlier steps, from 1. */
        needs: z.array(z.number().int()).default([]),
        worked: z.string().max(1000).default(''),
        reads: z.boolean().default(false),
        beside: z.boolean().default(false)
      })
    )
    .min(1)
    .max(40)
});
const improvement = draft.extend({
  /** How much better it is for the task, from 0 to 1. */
  fit: z.number().min(0).max(1),
  patterns: z.array(z.string()).max(5).default([])
});
type Draft = z.output<typeof draft>;

const INSTRUCTIONS = `Plan the task in at most ${MOST_STEPS} steps. Each has a title, what it does, the tools it likely needs, the numbers of the steps it builds on, how to tell that it worked, whether it only reads, and whether it may run beside its neighbours (reading steps alone).`;
/** The most samples, and how similar they must be. */
const SAMPLES = 5;
const LEAST_LIKENESS = 0.5;

/**
 * Makes the plan, or the rest of it; steps that are done stay. Past plans that
 * fit improve it, if the result is good enough for the number of samples.
 */
export const planningNode =
  (ports: IPlanPorts, lookup: StepLookup) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const { session, task, enhanced, feedback, plan, outcomes } = state;
    const { trans, memory } = ports;
    const settings = ports.settings();
    const done = plan.filter(({ id }) => id in outcomes);
    if (state.planRounds > settings.rounds && plan.length > 0) {
      return {
        feedback: '',
        lines: [
          trans._n(
            'This has been planned again %1 time. Edit the plan yourself, accept it or reject it.',
            'This has been planned again %1 times. Edit the plan yourself, accept it or reject it.',
            settings.rounds
          )
        ]
      };
    }
    const asked = [
      enhanced,
      state.context,
      await ports.notebookContext(),
      earlierMessages(state),
      plan.length > 0
        ? `The plan so far:\n${envelope('plan', planBrief(stateForModel(state, ports), state.edited))}`
        : '',
      feedback ? `What to change: ${feedback}` : '',
      done.length > 0 ? 'Plan only what is left to do.' : ''
    ]
      .filter(Boolean)
      .join('\n\n');
    const fallback: Draft = {
      category: '',
      steps: [
        {
          title: task.slice(0, 200),
          does: enhanced.slice(0, 2000),
          tools: [],
          needs: [],
          worked: '',
          reads: false,
          beside: false
        }
      ]
    };
    const first = await askStructured(ports.model, {
      name: 'plan',
      schema: draft,
      messages: requestMessages(ports, INSTRUCTIONS, asked),
      fallback,
      line: trans.__(
        'The model did not give a usable plan, so the whole task is one step.'
      ),
      short: false
    });
    const lines = first.line ? [first.line] : [];
    const samples = first.line
      ? []
      : [
          ...(await memory.search('plan', task, SAMPLES)),
          ...(await memory.search('workflow', first.value.category, SAMPLES))
        ]
          .filter(
            ({ entry, likeness, clear }) =>
              (likeness >= LEAST_LIKENESS || clear === true) &&
              entry.successes * 2 >= entry.uses &&
              !state.ignored.includes(entry.key)
          )
          .slice(0, SAMPLES);
    let taken: Draft = first.value;
    let patterns: PlanStateValue['patterns'] = [];
    if (samples.length > 0) {
      const better = await askStructured(ports.model, {
        name: 'improve_plan',
        schema: improvement,
        messages: requestMessages(
          ports,
          `${INSTRUCTIONS} Improve the plan by what worked before; say how well the improved one fits, from 0 to 1, and which patterns you applied.`,
          `${asked}\n\nThe plan: ${JSON.stringify(first.value)}\n\nWhat worked before:\n${envelope(
            'memory',
            JSON.stringify(
              samples.map(({ entry }) => ({
                task: entry.subject,
                steps: entry.steps,
                tools: entry.tools
              }))
            )
          )}`
        ),
        fallback: { ...first.value, fit: 0, patterns: [] },
        line: trans.__('Past plans could not be used for this one.'),
        short: false
      });
      // Past plans that went well. Patterns are only templates, and the claims
      // of an imported file count as one use at most.
      const plans = samples
        .filter(({ entry }) => entry.kind === 'plan')
        .reduce(
          (sum, { entry: { origin, successes } }) =>
            sum + (origin === 'file' ? Math.min(1, successes) : successes),
          0
        );
      if (better.line) {
        lines.push(better.line);
      } else if (improvedScore(better.value.fit, plans) >= settings.improved) {
        taken = better.value;
        patterns = samples.map(({ entry }, at) => ({
          key: entry.key,
          words: better.value.patterns[at] ?? entry.subject
        }));
        for (const { entry } of samples) {
          const text = trans.__(
            'This plan builds on what worked before: %1',
            entry.subject
          );
          ports.say({
            session,
            type: 'line',
            text,
            memory: { what: 'plan', kind: entry.kind, key: entry.key }
          });
        }
      }
    }
    const room = MOST_STEPS - (done.length < MOST_STEPS ? done.length : 0);
    if (taken.steps.length > room) {
      lines.push(
        trans.__(
          'The model planned %1 steps; the first %2 are kept.',
          taken.steps.length,
          room
        )
      );
    }
    const made = [...done, ...stepsOf(taken, state.counter, room)];
    const isImproved = taken !== first.value;
    const firstPlan = isImproved
      ? [...done, ...stepsOf(first.value, state.counter, room)]
      : null;
    const keep = async (name: string, kept: IPlanStep[]): Promise<void> => {
      lines.push(
        ...(await keepPlanFiles(ports, name, {
          ...state,
          plan: kept,
          lines: [...state.lines, ...lines]
        }))
      );
    };
    if (plan.length === 0) {
      // Stored as the model made it, whatever is changed later.
      await keep('plan-original', firstPlan ?? made);
    }
    if (!approvalsOn(settings).plan && state.order === null) {
      // No card follows that would make it final.
      await keep('plan-final', made);
    }
    // Most likely a card waits now, so there is time.
    lookup.ahead(made);
    ports.say({ session, type: 'plan', steps: made });
    return {
      plan: made,
      firstPlan,
      patterns,
      category: first.value.category,
      feedback: '',
      counter: state.counter + 40,
      lines
    };
  };

/**
 * Gives steps ids of their own, and drops references to steps they cannot build
 * on or run beside.
 */
function stepsOf({ steps }: Draft, counter: number, room: number): IPlanStep[] {
  return steps.slice(0, room).map((step, at) => ({
    ...step,
    id: `s${counter + at}`,
    needs: step.needs
      .filter(number => number >= 1 && number <= at)
      .map(number => `s${counter + number - 1}`),
    beside: step.beside && step.reads,
    on: true
  }));
}

export const planApprovalNode =
  ({ trans }: IPlanPorts) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => ({
    planAnswer: askOrNone<PlanInterruptAnswer>(config, {
      kind: 'plan',
      title: trans.__('The plan'),
      text: '',
      // Steps that are done can no longer be changed.
      steps: stepsLeft(state),
      patterns: state.patterns,
      hasFirst: state.firstPlan !== null,
      level: state.level
    })
  });

/** Processes the answer; if nobody answered the card, that is not consent. */
export const planFeedbackNode =
  (ports: IPlanPorts) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const { data } = planAnswer.safeParse(state.planAnswer);
    const isDone = (id: string): boolean => id in state.outcomes;
    const done = state.plan.filter(({ id }) => isDone(id));
    const update: PlanUpdate = {
      planAnswer: null,
      audit: [{ node: 'plan', what: data?.action ?? 'none', time: ports.now() }]
    };
    switch (data?.action) {
      case 'accept': {
        const left = data.steps.filter(({ id }) => !isDone(id));
        const plan = [...done, ...left];
        const edited =
          state.edited || written(left) !== written(stepsLeft(state));
        ports.say({ session: state.session, type: 'plan', steps: plan });
        ports.level(data.level);
        return {
          ...update,
          plan,
          edited,
          level: data.level,
          rejected: null,
          lines: await keepPlanFiles(ports, 'plan-final', { ...state, plan })
        };
      }
      case 'change':
        return {
          ...update,
          ...(data.steps && {
            plan: [...done, ...data.steps.filter(({ id }) => !isDone(id))],
            edited: true
          }),
          feedback: data.words,
          planRounds: state.planRounds + 1
        };
      case 'first':
        return {
          ...update,
          plan: state.firstPlan ?? state.plan,
          firstPlan: null,
          patterns: []
        };
      default:
        return { ...update, rejected: data?.reason ?? '' };
    }
  };

/** Equal for equal steps, whatever the order of their fields. */
function written(steps: readonly IPlanStep[]): string {
  return JSON.stringify(steps.map(step => planStep.parse(step)));
}

/**
 * The score of a plan that memories improved: it rises with the number of
 * samples.
 */
export function improvedScore(raw: number, samples: number): number {
  const m =
    samples >= 5
      ? 1
      : samples >= 3
        ? 0.7
        : samples === 2
          ? 0.5
          : samples === 1
            ? 0.3
            : 0;
  return raw * (0.7 + 0.3 * m);
}
