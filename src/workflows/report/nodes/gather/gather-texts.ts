import type { IReportPorts, IReportText } from '../../state/report-ports';
import type { ReportUpdate } from '../../state/report-state';
import { textEvidence } from './text-evidence';

/** Gathers texts that a report can do without: a failure is only reported. */
export async function gatherTexts(
  { say, trans }: IReportPorts,
  report: string,
  from: 'conversation' | 'variables',
  read: () => Promise<IReportText[]>
): Promise<ReportUpdate> {
  try {
    const evidence = (await read()).flatMap(each => textEvidence(each, from));
    return { found: { [from]: { evidence, leftOut: 0 } } };
  } catch (error) {
    console.warn('Cellwright: a report continues without', from, error);
    say({
      type: 'report-line',
      report,
      text:
        from === 'variables'
          ? trans.__('The variables of the kernel could not be read.')
          : trans.__('Earlier conversations could not be read.')
    });
    return { found: { [from]: { evidence: [], leftOut: 0 } } };
  }
}
