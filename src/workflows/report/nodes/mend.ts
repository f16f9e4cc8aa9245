import { reportPlan, type IReportFinding } from '../../../contract';
import { sectionsOn } from '../judging/assemble';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { isFailed } from './validate';

/**
 * Failed findings that can be sent back for one section, or for all: those
 * sections are written once more with the findings.
 */
export function mendable({
  plan,
  findings,
  hasMended
}: Pick<
  ReportStateValue,
  'plan' | 'findings' | 'hasMended'
>): IReportFinding[] {
  const titles = new Set(
    plan ? sectionsOn(plan).map(({ title }) => title) : []
  );
  return hasMended
    ? []
    : findings.filter(
        each => isFailed(each) && (titles.has(each.section) || isOfAll(each))
      );
}

/** Whether a finding is about the whole text: it is too long. */
export function isOfAll({ check }: IReportFinding): boolean {
  return check === 'length';
}

/**
 * Sends failed findings back once; what the model corrects is shown as
 * corrected.
 */
export const mendNode =
  () =>
  (state: ReportStateValue): ReportUpdate => {
    const failed = mendable(state);
    const titles = new Set(failed.map(({ section }) => section));
    const all = failed.some(isOfAll);
    return {
      hasMended: true,
      mended: failed,
      toWrite: sectionsOn(reportPlan.parse(state.plan))
        .filter(({ title }) => all || titles.has(title))
        .map(({ id }) => id)
    };
  };
