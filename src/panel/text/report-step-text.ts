import type { IReportStepState } from '../../contract';

import type { IReportState } from '../state/thread-view-state';

/**
 * The current step of a report; undefined between two steps, and once it is
 * over.
 */
export function reportStepNow({
  result,
  steps
}: IReportState): IReportStepState | undefined {
  return result
    ? undefined
    : steps.find(({ status }) => status === 'in_progress');
}
