import { z } from 'zod';

import type { IPlanStep } from '../../../contract';
import { envelope } from '../../../engine/tool-calls/envelope';
import { askStructured } from '../asking/ask-structured';
import { failureOf } from '../judging/failure';
import type { ResultsSaver } from '../state/results-saver';
import { shortened } from '../state/shortened';
import type { IPlanPorts } from '../state/plan-ports';
import type {
  IFailedCall,
  PlanStateValue,
  PlanUpdate
} from '../state/plan-state';
import { MOST_SHORT, type IStepOutcome } from '../state/step-outcome';
import { requestMessages } from '../state/request-messages';

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
