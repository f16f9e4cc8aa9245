import type { IStepOutcome } from './step-outcome';

/** The outcome of a step that was not done. */
export function skippedOutcome(reason: string, time: number): IStepOutcome {
  return {
    status: 'skipped',
    mode: 'guided',
    work: null,
    reason,
    short: '',
    startedAt: time,
    endedAt: time,
    settled: true,
    judged: true
  };
}
