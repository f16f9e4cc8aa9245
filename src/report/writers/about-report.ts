import type { ITranslator } from '../../contract';
import type { IReportDetails } from '../model/report-document';

/**
 * How a report was made, in lines of a name and a value. What was changed by
 * hand, and what is not known, is in the record only.
 */
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
    [trans.__('Packages'), packages],
    [trans.__('Approved by'), details.approvedBy ?? '']
  ];
  return lines.filter(([, value]) => value !== '');
}

/** `2026-11-22 14:05 UTC`; if it is not a valid time, the text itself. */
function readableTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
