import type { IReportStepState, ITranslator, ReportStep } from '../../contract';

import type { IReportState } from '../state/thread-view-state';

/** A step of a report, in words. */
export function reportStepText(step: ReportStep, trans: ITranslator): string {
  switch (step) {
    case 'plan':
      return trans.__('Plan the report');
    case 'gather':
      return trans.__('Look through the notebook');
    case 'evidence':
      return trans.__('Agree on the evidence');
    case 'check':
      return trans.__('Check the evidence');
    case 'write':
      return trans.__('Write the report');
    case 'review':
      return trans.__('Look it over');
  }
}

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
