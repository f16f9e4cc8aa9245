import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { IPlanStep } from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import { SerialQueue } from '../../../contract/util/serial-queue';
import { keepCallDecisions, type PlanMemory } from '../memory';
import { keepPlanFiles } from '../plan-files';
import {
  type PlanStateValue,
  type PlanUpdate,
  MAX_SHORT,
  type IStepOutcome,
  type IStepWork
} from '../plan-state';
import {
  declinedTool,
  failureOf,
  isShown,
  stepEnded,
  stepsLeft
} from '../steps';
import { runStep } from '../run-step';
import { shortened } from '../texts';

/**
 * Carries out the current step. The code before the runner must be safe to
 * repeat, since the node pauses for the cards of the step's calls.
 */
export const doStepNode = (host: IWorkflowHost) => {
  const turns = new SerialQueue();
  return async (
    state: PlanStateValue,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    const { session, plan, outcomes, at } = state;
    const before = outcomes[at];
    const startedAt = before?.startedAt ?? Date.now();
    const last =
      !state.beside &&
      plan.every(({ id, on }) => !on || id === at || id in outcomes);
    host.run.emit({
      type: 'plan-step',
      plan: session,
      step: at,
      state: 'running',
      startedAt,
      cells: []
    });
    // A failed step is tried again on its own, and may then do more than read.
    const beside = state.beside && before === undefined;
    const run = () => runStep(host, state, { beside, last }, config);
    // Steps in parallel only read, and run at the same time; all others take
    // turns.
    const done = await (beside ? run() : turns.run(run));
    // Cells made with the recommended tools are in the notebook, too.
    const earlier = before?.work?.cells ?? [];
    const work = {
      ...done,
      cells: [...new Set([...earlier, ...done.cells])],
      ...(last && { isSummary: true as const })
    };
    return {
      outcomes: {
        [at]: {
          status: 'raw',
          work,
          reason: before?.reason ?? '',
          short: '',
          startedAt,
          endedAt: Date.now(),
          settled: false,
          judged: false
        }
      }
    };
  };
};

/**
 * Judges a step by how it ended. One that failed with the recommended tools is
 * tried once more without them, if enough requests are left.
 */
export const judgeStepNode =
  (host: IWorkflowHost, memory: PlanMemory) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const { session, plan, outcomes } = state;
    const { settings, trans } = host.run.options;
    const judged: Record<string, IStepOutcome> = {};
    const failures: PlanStateValue['failures'] = {};
    const remarks: string[] = [];
    for (const step of plan) {
      const outcome = outcomes[step.id];
      if (outcome?.status === 'raw') {
        remarks.push(...(outcome.work?.remarks ?? []));
        if (outcome.work) {
          keepCallDecisions(memory, state, step.title, outcome.work);
        }
        judged[step.id] = judge(step, outcome);
      }
    }
    const next = { ...state, outcomes: { ...outcomes, ...judged } };
    for (const step of new Set([...Object.keys(judged), state.at])) {
      const outcome = next.outcomes[step];
      if (outcome && outcome.status !== 'raw') {
        host.run.emit(stepEnded(session, step, outcome));
      }
    }
    const again = plan.some(({ id }) => next.outcomes[id]?.status === 'raw');
    const change = rest(next);
    await keepPlanFiles(host, 'results', next);
    return {
      outcomes: judged,
      failures,
      ...(!again && { at: '' }),
      remarks,
      ...(change !== '' && {
        feedback: change,
        planRounds: state.planRounds + 1
      })
    };

    /** How the steps that are left have to change, by what was found. */
    function rest({ outcomes: now }: PlanStateValue): string {
      return stepsLeft({ plan, outcomes: now }).some(({ on }) => on) &&
        state.planRounds < settings().plan.rounds
        ? Object.keys(judged)
            .filter(id => now[id].status === 'succeeded')
            .flatMap(id => now[id].work?.change ?? [])
            .join('\n')
        : '';
    }

    function judge(step: IPlanStep, outcome: IStepOutcome): IStepOutcome {
      const work: IStepWork = outcome.work ?? {
        calls: [],
        text: '',
        cells: []
      };
      const short = shortened(
        work.text.trim() || work.calls.at(-1)?.text.trim() || '',
        MAX_SHORT
      );
      const declined = declinedTool(work);
      const reason = failureOf(step, work, trans);
      if (reason === null && declined !== undefined) {
        return {
          ...outcome,
          status: 'skipped',
          reason: trans.__('You rejected its call of %1.', spoken(declined)),
          short,
          settled: true,
          judged: true
        };
      }
      if (reason === null) {
        return {
          ...outcome,
          status: 'succeeded',
          reason: '',
          short,
          settled: true,
          judged: step.worked === '' || isShown(work)
        };
      }
      // The next try replaces this outcome, so its calls are kept here.
      failures[step.id] = [
        {
          reason,
          calls: work.calls.map(({ text: _text, ...call }) => call),
          ...('values' in work && { values: work.values })
        }
      ];
      const isLeft = (work.requests ?? 0) < settings().plan.requestsPerStep;
      // Where the plan has to change, another try would find the same.
      return outcome.reason === '' && isLeft && work.change === undefined
        ? { ...outcome, reason }
        : { ...outcome, status: 'failed', reason, short, judged: true };
    }
  };
