import {
  REPORT_STEPS,
  type IReportStepState,
  type ReportStep
} from '../../../contract';

/** The six steps, none of which has begun. */
export function firstSteps(): IReportStepState[] {
  return REPORT_STEPS.map(step => ({
    step,
    status: 'pending',
    percent: 0,
    ms: 0,
    since: null
  }));
}

/**
 * The steps when `at` has reached a percentage. Earlier steps are done, later
 * ones are open again; the time that a step took is kept.
 *
 * @param percent if 100, the step is done and the next one begins.
 */
export function movedSteps(
  steps: readonly IReportStepState[],
  at: ReportStep,
  percent: number,
  now: number
): IReportStepState[] {
  const place = REPORT_STEPS.indexOf(at) + (percent >= 100 ? 1 : 0);
  return steps.map((step, index) => {
    if (index < place) {
      return stopped({ ...step, status: 'completed', percent: 100 }, now);
    }
    return index === place
      ? {
          ...step,
          status: 'in_progress',
          percent: percent >= 100 ? 0 : Math.round(percent),
          since: step.since ?? now
        }
      : stopped({ ...step, status: 'pending', percent: 0 }, now);
  });
}

/** The steps after the current one has failed, or the person ended it. */
export function endedSteps(
  steps: readonly IReportStepState[],
  now: number
): IReportStepState[] {
  return steps.map(step =>
    step.status === 'in_progress'
      ? stopped({ ...step, status: 'failed' }, now)
      : step
  );
}

/** The percentage of the whole; each step counts the same. */
export function percentOf(steps: readonly IReportStepState[]): number {
  const sum = steps.reduce((all, { percent }) => all + percent, 0);
  return Math.round(sum / steps.length);
}

function stopped(step: IReportStepState, now: number): IReportStepState {
  return step.since === null
    ? step
    : { ...step, ms: step.ms + Math.max(0, now - step.since), since: null };
}
