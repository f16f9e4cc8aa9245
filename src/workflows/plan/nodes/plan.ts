import { z } from 'zod';
import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  MOST_QUESTIONS,
  MOST_STEPS,
  TURN_EFFECTS,
  clarifyingQuestion,
  type IPlanStep,
  planStep
} from '../../../contract';
import { askCard } from '../../../engine/interrupts/ask-person';
import { envelope } from '../../../engine/calls/envelope';
import type { IMemoryHit } from '../../../memory';
import { approvalsOn } from '../approvals';
import { keepDecision, type PlanMemory } from '../memory';
import { askStructured } from '../ask-structured';
import { hostNotebookContext, planInstructions, tell } from '../host';
import type { IPlanModel } from '../host-model';
import { keepPlanFiles } from '../plan-files';
import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import {
  planDraft,
  type IPlanDraft,
  type PlanStateValue,
  type PlanUpdate
} from '../plan-state';
import { stepsLeft } from '../steps';
import {
  earlierMessages,
  planBrief,
  requestMessages,
  stateForModel,
  wholeTask
} from '../texts';
import { clarificationFit, reusedAnswers } from './ask-questions';

const draft = planDraft.extend({ steps: planDraft.shape.steps.min(1) });
const first = planDraft.extend({
  route: z.enum(['simple_chat', 'tool_required']),
  reason: z.string().default(''),
  clarity: z.number().min(0).max(1).default(1),
  questions: z
    .array(clarifyingQuestion.omit({ id: true }))
    .max(MOST_QUESTIONS)
    .default([]),
  assumptions: z.array(z.string()).max(6).default([]),
  steps: planDraft.shape.steps.default([])
});
const improvement = draft.extend({
  /** How much better it is for the task, from 0 to 1. */
  fit: z.number().min(0).max(1),
  patterns: z.array(z.string()).max(5).default([])
});

const PLAN = `Plan the task in at most ${MOST_STEPS} steps. Each has a title, what it does, the tools it will call (of those that are there; none if you are not sure), the numbers of the steps it builds on, how an output shows that it worked, whether it only reads, and whether it may run beside its neighbours (reading steps alone).`;
const FIRST = `Decide whether the message can be answered in words (simple_chat: give nothing else) or needs work in the notebook, its files or its kernel (tool_required). For work, rate from 0 to 1 how clear the task is. Ask at most ${MOST_QUESTIONS} questions whose answers would change the work, each with choices that the data suggests (its columns, its files) and a default. List what you take for granted without answers, and plan on that basis. ${PLAN}`;

/** The most samples. */
const SAMPLES = 5;
/** The most cards whose words are given to the planner. */
const WORDS = 3;
/** The most past clarifications that are considered. */
const PAST = 5;

/** Words of messages that ask for nothing. */
const PLEASANTRIES = new Set(
  `thanks thank you thx cheers great good nice perfect ok okay cool awesome
  hi hello hey bye goodbye morning evening much very a lot so
  danke schön super gut hallo tschüss merci bonjour salut parfait gracias hola
  grazie ciao obrigado olá 谢谢 你好 ありがとう`.split(/\s+/)
);

/** Whether a message clearly asks for nothing: "thanks", "hello". */
export function plainChat(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= 6 && words.every(word => PLEASANTRIES.has(word));
}

/**
 * Begins the work, without a model: an earlier plan, a cell, or a message that
 * asks for nothing.
 */
export const startNode =
  (host: IWorkflowHost) =>
  ({ session, messageId, task: text, order }: PlanStateValue): PlanUpdate => {
    if (order && 'cell' in order) {
      // No plan is made, and nothing is asked.
      return {};
    }
    const task = order ? order.again.task : text;
    host.run.emit({ type: 'plan-started', plan: session, messageId, task });
    const route = !order && plainChat(task) ? 'simple_chat' : 'tool_required';
    if (order || route === 'simple_chat') {
      host.run.emit({ type: 'plan-routed', plan: session, route, reason: '' });
    }
    return { route, task };
  };

/**
 * Decides in one request whether a plan is needed, what has to be asked first,
 * and what the plan is; later makes the rest of it again, where steps that are
 * done stay. Past plans that fit improve it, if the result is good enough for
 * the number of samples.
 */
export const planNode =
  (host: IWorkflowHost, model: IPlanModel, memory: PlanMemory) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const { session, task, feedback, plan, outcomes } = state;
    const { trans, settings: current } = host.run.options;
    const settings = current().plan;
    const done = plan.filter(({ id }) => id in outcomes);
    let known: Partial<PlanStateValue> = {};
    const notebook = await hostNotebookContext(host);
    const words = (
      await memory.search(state, 'behaviour', `plan ${task}`, WORDS)
    ).flatMap(({ entry }) => entry.words);
    const asked = (): string =>
      [
        wholeTask({ ...state, ...known }),
        state.context,
        notebook,
        earlierMessages(state),
        plan.length > 0
          ? `The plan so far:\n${envelope('plan', planBrief(stateForModel(state, host), true))}`
          : '',
        feedback ? `What to change: ${feedback}` : '',
        words.length > 0
          ? `What the person said to plans like this one:\n${envelope('memory', words.join('\n'))}`
          : '',
        done.length > 0 ? 'Plan only what is left to do.' : ''
      ]
        .filter(Boolean)
        .join('\n\n');
    const whole: IPlanDraft = {
      category: '',
      steps: [
        {
          title: task.slice(0, 200),
          does: wholeTask(state).slice(0, 2000),
          tools: [],
          needs: [],
          worked: '',
          reads: false,
          beside: false
        }
      ]
    };
    let drafted = state.draft;
    if (!drafted && plan.length === 0 && feedback === '') {
      known = await begin();
      if (known.route === 'simple_chat' || known.questions?.length) {
        return { ...known, askedAt: Date.now() };
      }
      drafted = known.draft ?? null;
    }
    // A model that only asked has not planned yet.
    if (!drafted || drafted.steps.length === 0) {
      drafted =
        (await askStructured(model, {
          name: 'plan',
          schema: draft,
          messages: () => requestMessages(planInstructions(host), PLAN, asked())
        })) ?? whole;
    }
    if (drafted === whole) {
      tell(
        host,
        trans.__(
          'The model did not give a usable plan, so the whole task is one step.'
        )
      );
    }
    return {
      ...known,
      ...(await finish(drafted)),
      askedAt: Date.now(),
      draft: null
    };

    /** The first request, unless past answers are sure enough to go with it. */
    async function begin(): Promise<Partial<PlanStateValue>> {
      const { clarificationRounds: round } = state;
      const fits =
        round > 0 || state.reused !== null
          ? []
          : (await memory.search(state, 'clarification', task, PAST)).flatMap(
              hit => {
                const fit = clarificationFit(hit, settings);
                return fit ? [{ ...hit, fit }] : [];
              }
            );
      const applied = fits.find(({ fit }) => fit === 'apply')?.entry;
      if (applied) {
        const { key, answers, before, after } = applied;
        memory.applied(
          'clarification',
          applied,
          trans.__(
            'Answered as last time: “%1”',
            answers.map(({ answer }) => answer).join('; ')
          )
        );
        known = reusedAnswers(host, memory, state, key, answers, {
          before,
          after
        });
      }
      const answer = await askStructured(model, {
        name: 'plan',
        schema: first,
        messages: () => requestMessages(planInstructions(host), FIRST, asked())
      });
      // The person asked for a plan, so without an answer one is made.
      const value = answer ?? first.parse({ route: 'tool_required' });
      const { route, reason, clarity } = value;
      if (round === 0) {
        host.run.emit({ type: 'plan-routed', plan: session, route, reason });
      }
      if (route === 'simple_chat' && round === 0) {
        return { route };
      }
      const updated: Partial<PlanStateValue> = {
        ...known,
        draft: answer
          ? { category: answer.category, steps: answer.steps }
          : whole
      };
      if (applied || state.reused !== null) {
        return { ...updated, questions: [] };
      }
      const isClear =
        clarity >= settings.clearEnough || value.questions.length === 0;
      const isOver = round >= settings.rounds;
      if (isOver && !isClear) {
        tell(
          host,
          trans.__(
            'You have been asked %1 times, so the work goes on with what is known.',
            settings.rounds
          )
        );
      }
      const rated =
        round === 0
          ? { before: clarity, after: clarity }
          : { ...state.clarity, after: clarity };
      const isAsked =
        !isClear && !isOver && approvalsOn(settings).clarification;
      // What is not asked is shown with the plan, as it is taken for granted.
      const assumptions = [
        ...value.assumptions,
        ...(isAsked ? [] : value.questions).flatMap(each =>
          each.default ? [`${each.question} → ${each.default}`] : []
        )
      ];
      host.run.emit({
        type: 'plan-clarified',
        plan: session,
        ...rated,
        enhanced: wholeTask({ ...state, assumptions })
      });
      return {
        ...updated,
        clarity: rated,
        assumptions,
        questions: isAsked
          ? value.questions.map((each, at) => ({
              ...each,
              id: `q${round}-${at + 1}`
            }))
          : [],
        past: fits.map(({ entry: { key, subject, answers, after } }) => ({
          key,
          task: subject,
          answers,
          after
        }))
      };
    }

    /** Improves a draft by past plans, and makes it the plan. */
    async function finish(given: IPlanDraft): Promise<PlanUpdate> {
      const samples =
        given === whole
          ? []
          : [
              ...(await memory.search(state, 'plan', task, SAMPLES)),
              ...(await memory.search(
                state,
                'workflow',
                given.category,
                SAMPLES
              ))
            ]
              .filter(({ entry }) => entry.successes * 2 >= entry.uses)
              .slice(0, SAMPLES);
      const better = samples.length > 0 ? await improved(given, samples) : null;
      const taken = better ?? given;
      const room = MOST_STEPS - (done.length < MOST_STEPS ? done.length : 0);
      if (taken.steps.length > room) {
        tell(
          host,
          trans.__(
            'The model planned %1 steps; the first %2 are kept.',
            taken.steps.length,
            room
          )
        );
      }
      const planned = [...done, ...stepsOf(taken, state.counter, room)];
      const firstPlan = better
        ? [...done, ...stepsOf(given, state.counter, room)]
        : null;
      const keep = (name: string, steps: IPlanStep[]): Promise<void> =>
        keepPlanFiles(host, name, { ...state, plan: steps });
      if (plan.length === 0) {
        // Stored as the model made it, whatever is changed later.
        await keep('plan-original', firstPlan ?? planned);
      }
      if (!approvalsOn(settings).plan && state.order === null) {
        // No card follows that would make it final.
        await keep('plan-final', planned);
      }
      host.run.emit({ type: 'plan-proposed', plan: session, steps: planned });
      return {
        plan: planned,
        firstPlan,
        patterns: better
          ? samples.map(({ entry }, at) => ({
              key: entry.key,
              words: better.patterns[at] ?? entry.subject
            }))
          : [],
        category: given.category,
        feedback: '',
        counter: state.counter + 40
      };
    }

    /** Null if the result is not good enough for what it builds on. */
    async function improved(
      given: IPlanDraft,
      samples: readonly IMemoryHit[]
    ): Promise<z.output<typeof improvement> | null> {
      const value = await askStructured(model, {
        name: 'improve_plan',
        schema: improvement,
        messages: () =>
          requestMessages(
            planInstructions(host),
            `${PLAN} Improve the plan by what worked before; say how well the improved one fits, from 0 to 1, and which patterns you applied.`,
            `${asked()}\n\nThe plan: ${JSON.stringify(given)}\n\nWhat worked before:\n${envelope(
              'memory',
              JSON.stringify(
                samples.map(({ entry }) => ({
                  task: entry.subject,
                  steps: entry.steps,
                  tools: entry.tools
                }))
              )
            )}`
          )
      });
      if (!value) {
        tell(host, trans.__('Past plans could not be used for this one.'));
        return null;
      }
      // Past plans that went well. Patterns are only templates, and the claims
      // of an imported file count as one use at most.
      const plans = samples
        .filter(({ entry }) => entry.kind === 'plan')
        .reduce(
          (sum, { entry: { origin, successes } }) =>
            sum + (origin === 'file' ? Math.min(1, successes) : successes),
          0
        );
      if (improvedScore(value.fit, plans) < settings.improved) {
        return null;
      }
      for (const { entry } of samples) {
        memory.applied(
          'plan',
          entry,
          trans.__(
            'This plan builds on what worked before: “%1”',
            entry.subject
          )
        );
      }
      return value;
    }
  };

/**
 * Gives steps ids of their own, and drops references to steps they cannot build
 * on or run beside.
 */
function stepsOf(
  { steps }: IPlanDraft,
  counter: number,
  room: number
): IPlanStep[] {
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

function asSentences(texts: readonly string[]): string {
  return texts
    .map(text => text.trim().replace(/(?<![.!?…。？！])$/u, '.'))
    .join(' ');
}

/** Shows the plan; if nobody answers its card, that is not consent. */
export const askPlanNode =
  (host: IWorkflowHost, memory: PlanMemory) =>
  async (
    state: PlanStateValue,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    const { options } = host.run;
    const { trans } = options;
    // Steps that are done can no longer be changed.
    const shown = stepsLeft(state);
    const answer = askCard(config, {
      kind: 'plan',
      title: trans.__('The plan'),
      text:
        state.assumptions.length > 0 && shown.length === state.plan.length
          ? trans.__('Taken for granted: “%1”', asSentences(state.assumptions))
          : '',
      steps: shown,
      patterns: state.patterns,
      hasFirst: state.firstPlan !== null,
      level: state.level
    });
    const isDone = (id: string): boolean => id in state.outcomes;
    const done = state.plan.filter(({ id }) => isDone(id));
    const left = (steps: readonly IPlanStep[]): IPlanStep[] =>
      steps.filter(({ id }) => !isDone(id));
    const isChanged =
      answer?.action === 'accept' &&
      written(left(answer.steps)) !== written(shown);
    if (answer) {
      keepDecision(memory, state, {
        situation: `plan ${state.task}`,
        decision:
          answer.action === 'reject'
            ? 'reject'
            : answer.action === 'accept' && !isChanged
              ? 'accept'
              : 'edit',
        words:
          answer.action === 'change'
            ? answer.words
            : answer.action === 'reject'
              ? answer.reason
              : ''
      });
    }
    const update: PlanUpdate = {
      askedAt: Date.now(),
      accepted: answer?.action === 'accept'
    };
    switch (answer?.action) {
      case 'accept': {
        const plan = [...done, ...left(answer.steps)];
        host.run.emit({
          type: 'plan-proposed',
          plan: state.session,
          steps: plan
        });
        const { level } = answer;
        options.memory.level = level;
        host.run.emit({ type: 'plan-level', plan: host.id, level });
        host.allow(TURN_EFFECTS, level === 'outside');
        await keepPlanFiles(host, 'plan-final', { ...state, plan });
        return {
          ...update,
          plan,
          edited: state.edited || isChanged,
          level,
          rejected: null
        };
      }
      case 'change':
        return {
          ...update,
          ...(answer.steps && {
            plan: [...done, ...left(answer.steps)],
            edited: true
          }),
          feedback: answer.words
        };
      case 'first':
        return {
          ...update,
          plan: state.firstPlan ?? state.plan,
          firstPlan: null,
          patterns: []
        };
      default:
        return { ...update, rejected: answer?.reason ?? '' };
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
function improvedScore(raw: number, samples: number): number {
  const m = [0, 0.3, 0.5, 0.7, 0.7][samples] ?? 1;
  return raw * (0.7 + 0.3 * m);
}
