import {
  isGraphBubbleUp,
  type LangGraphRunnableConfig
} from '@langchain/langgraph/web';
import { z } from 'zod';

import type { IPlanStep } from '../../../contract';
import { isFenced } from '../../../engine/errors/errors';
import { envelope } from '../../../engine/tool-calls/envelope';
import { askStructured } from '../ask-structured';
import type { ResultsSaver } from '../plan-files';
import type { IPlanPorts } from '../plan-ports';
import type { PlanStateValue, PlanUpdate, IFailedCall } from '../plan-state';
import { MOST_STEP_TOOLS, type StepLookup } from '../tools';
import {
  stepAt,
  type IStepWork,
  failureOf,
  MOST_SHORT,
  type IStepOutcome,
  progressOf
} from '../steps';
import { planBrief, stateForModel, shortened, requestMessages } from '../texts';
import { preparedTools, toolMemory } from './step-card';

/**
 * Carries out the current step. The code before the runner must be safe to
 * repeat, since the node pauses for the cards of the step's calls.
 */
export const executionNode =
  (ports: IPlanPorts, lookup: StepLookup) =>
  async (
    state: PlanStateValue,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    const { session, outcomes, at, enhanced, level } = state;
    const step = stepAt(state);
    const before = outcomes[at];
    const mode = before?.mode ?? 'guided';
    const startedAt = before?.startedAt ?? ports.now();
    ports.say({
      session,
      type: 'step',
      step: at,
      status: 'running',
      startedAt
    });
    if (!state.beside) {
      lookup.ahead(leftOf(state));
    }
    const made = await workOf();
    // Cells made with the recommended tools are in the notebook, too.
    const earlier = before?.work?.cells ?? [];
    const work = { ...made, cells: [...new Set([...earlier, ...made.cells])] };
    return {
      outcomes: {
        [at]: {
          status: 'raw',
          mode,
          work,
          reason: before?.reason ?? '',
          short: '',
          startedAt,
          endedAt: ports.now(),
          settled: false,
          judged: false
        }
      }
    };

    async function workOf(): Promise<IStepWork> {
      try {
        await ports.tools.check();
        return await ports.steps.run(
          {
            step,
            task: [enhanced, state.context].filter(Boolean).join('\n\n'),
            mode,
            tools: mode === 'guided' ? await hints() : [],
            level,
            approved: !state.passed,
            budget: Math.max(
              1,
              ports.settings().budget - (before?.work?.requests ?? 0)
            ),
            brief: planBrief(stateForModel(state, ports)),
            before: stateForModel(state, ports).outcomes[at]?.reason ?? '',
            // A failed step is tried again on its own, and may then do more
            // than read.
            beside: state.beside && before === undefined
          },
          config
        );
      } catch (error) {
        if (
          isGraphBubbleUp(error) ||
          isFenced(error) ||
          config.signal?.aborted
        ) {
          throw error;
        }
        console.warn('Cellwright: a step of a plan failed', step.id, error);
        return {
          calls: [],
          text: '',
          cells: [],
          stopped: error instanceof Error ? error.message : String(error)
        };
      }
    }

    /** The tools of a step in parallel were not prepared before. */
    async function hints(): Promise<PlanStateValue['prepared']> {
      if (!step.beside || state.prepared.length > 0) {
        return state.prepared;
      }
      const { tools: all, memories } = await lookup.take(step);
      const tools = all.slice(0, MOST_STEP_TOOLS);
      const known = memories.filter(
        ({ entry }) => !state.ignored.includes(entry.key)
      );
      const changed = toolMemory(step.title, tools, known, {}, ports.trans);
      if (changed) {
        const { key, text } = changed;
        ports.say({
          session,
          type: 'line',
          text,
          memory: { what: 'tools', kind: 'tool', key }
        });
      }
      return preparedTools(tools, known, {});
    }
  };

/** Steps after the current one. */
function leftOf({ plan, outcomes, at }: PlanStateValue): IPlanStep[] {
  return plan.filter(({ id, on }) => on && id !== at && !(id in outcomes));
}

const verdict = z.object({ succeeded: z.boolean(), why: z.string() });

/** The most characters of outputs that are judged. */
const JUDGED = 8000;

/**
 * Judges a step: by its calls, then by its own criterion. A step that failed
 * with the recommended tools is tried once more without them, if enough
 * requests are left.
 */
export const completionNode =
  (ports: IPlanPorts, results: ResultsSaver) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const { session, plan, outcomes } = state;
    const lines: string[] = [];
    const judged: Record<string, IStepOutcome> = {};
    const failedCalls: IFailedCall[] = [];
    for (const step of plan) {
      const outcome = outcomes[step.id];
      if (outcome?.status === 'raw') {
        judged[step.id] = await judge(step, outcome);
      }
    }
    const next = { ...state, outcomes: { ...outcomes, ...judged } };
    for (const step of new Set([...Object.keys(judged), state.at])) {
      const outcome = next.outcomes[step];
      if (outcome && outcome.status !== 'raw') {
        const { status } = outcome;
        ports.say({ session, type: 'step', step, status, outcome });
      }
    }
    lines.push(...results.keep(next));
    return {
      outcomes: judged,
      failedCalls,
      prepared: [],
      stepRounds: 0,
      lines
    };

    async function judge(
      step: IPlanStep,
      outcome: IStepOutcome
    ): Promise<IStepOutcome> {
      const work = outcome.work ?? { calls: [], text: '', cells: [] };
      const short = shortened(
        work.text.trim() || work.calls.at(-1)?.text.trim() || '',
        MOST_SHORT
      );
      const isLeft = (work.requests ?? 0) < ports.settings().budget;
      const failed = (reason: string): IStepOutcome => {
        // The next attempt will replace this outcome, so its calls are kept
        // here.
        for (const { tool, isError, ms, arguments: given } of work.calls) {
          const call = { tool, isError, ms, arguments: given };
          failedCalls.push({ step: step.title, ...call });
        }
        return outcome.mode === 'guided' && isLeft
          ? { ...outcome, mode: 'free', reason }
          : { ...outcome, status: 'failed', reason, short, judged: true };
      };
      const reason = failureOf(work, step.worked !== '', ports.trans);
      if (reason !== null) {
        return failed(reason);
      }
      const succeeded = {
        ...outcome,
        status: 'succeeded' as const,
        reason: '',
        short,
        settled: true
      };
      if (step.worked === '') {
        return { ...succeeded, judged: true };
      }
      if (ports.schemasOnly() && work.values !== false) {
        // Its text is withheld by now, so nobody can judge it.
        return succeeded;
      }
      const { value, line } = await askStructured(ports.model, {
        name: 'judge',
        schema: verdict,
        messages: requestMessages(
          ports,
          'Say whether the step met its criterion, from its real outputs alone.',
          [
            `Step: ${step.title}`,
            `Criterion: ${step.worked}`,
            envelope(
              'outputs',
              [
                ...work.calls.map(({ tool, text }) => `${tool}: ${text}`),
                work.text
              ]
                .join('\n')
                .slice(-JUDGED)
            )
          ].join('\n\n')
        ),
        fallback: { succeeded: true, why: '' },
        line: ports.trans.__(
          'Nothing failed in “%1”, but whether it worked could not be checked.',
          step.title
        ),
        short: true
      });
      lines.push(...(line ? [line] : []));
      return value.succeeded
        ? { ...succeeded, judged: line === null }
        : failed(value.why);
    }
  };

/**
 * Reports the progress of the plan; the graph's edges decide how it continues.
 */
export const continueCheckNode =
  ({ say }: IPlanPorts) =>
  (state: PlanStateValue): PlanUpdate => {
    say({
      session: state.session,
      type: 'progress',
      progress: progressOf(state)
    });
    return { at: '' };
  };
