import { reportPlan, type IReportFinding } from '../../../contract';
import { sectionsOn } from '../judging/assemble';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { isFailed } from './validate';

/** What failed and can be told to one section: it is written once more, with that. */
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
    : findings.filter(each => isFailed(each) && titles.has(each.section));
}

/** Sends back what failed, once; what the model mends is shown as such. */
export const mendNode =
  () =>
  (state: ReportStateValue): ReportUpdate => {
    const failed = mendable(state);
    const titles = new Set(failed.map(({ section }) => section));
    return {
      hasMended: true,
      mended: failed,
      toWrite: sectionsOn(reportPlan.parse(state.plan))
        .filter(({ title }) => titles.has(title))
        .map(({ id }) => id)
    };
  };
