import { reportPlan, type IReportFinding } from '../../../contract';
import { sectionsOn } from '../judging/assemble';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { isFailed } from './validate';

/** What failed and can be told to a section, or to all of them: they are written once more, with that. */
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

/** Of no section alone: the text is too long. */
export function isOfAll({ check }: IReportFinding): boolean {
  return check === 'length';
}

/** Sends back what failed, once; what the model mends is shown as such. */
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
