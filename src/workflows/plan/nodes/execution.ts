import {
  isGraphBubbleUp,
  type LangGraphRunnableConfig
} from '@langchain/langgraph/web';

import type { IPlanStep } from '../../../contract';
import { isFenced } from '../../../engine/errors/errors';
import { preparedTools } from '../judging/prepared-tools';
import { toolMemory } from '../judging/tool-memory';
import { planBrief } from '../state/plan-brief';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { stepAt } from '../state/step-at';
import { MOST_STEP_TOOLS, type StepLookup } from '../state/step-lookup';
import type { IStepWork } from '../state/step-outcome';
import { stateForModel } from '../state/state-for-model';

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
