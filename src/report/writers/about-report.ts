import type { ITranslator } from '../../contract';
import { readableTime } from '../model/evidence-trace';
import type { IReportDetails } from '../model/report-document';

/** How a report was made, in lines of a name and a value. */
export function aboutReport(
  details: IReportDetails,
  trans: ITranslator
): [string, string][] {
  const packages = Object.entries(details.packages)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
  const lines: [string, string][] = [
    [trans.__('Notebook'), details.notebook],
    [trans.__('Written'), readableTime(details.time)],
    [trans.__('Kernel'), details.kernel],
    [trans.__('Packages'), packages || (details.packagesMissing ?? '')],
    [
      trans.__('Approved by'),
      details.approvedBy ?? trans.__('nobody has approved it yet')
    ],
    [trans.__('Changed by hand'), details.changes.join(' ')]
  ];
  return lines.filter(([, value]) => value !== '');
}
