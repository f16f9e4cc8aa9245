import type { IEvidence } from '../../../../contract';
import type { IReportPorts } from '../../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../../state/report-state';
import { textEvidence } from './text-evidence';

/** Gathers files that the person named; no others are read. */
export const gatherFilesNode =
  ({ sources, say, trans }: IReportPorts) =>
  async ({ report, plan }: ReportStateValue): Promise<ReportUpdate> => {
    const evidence: IEvidence[] = [];
    for (const path of plan?.files ?? []) {
      try {
        evidence.push(...textEvidence(await sources.file(path), 'file'));
      } catch (error) {
        say({
          type: 'report-line',
          report,
          text: trans.__(
            '%1 was not read: %2',
            path,
            error instanceof Error ? error.message : String(error)
          )
        });
      }
    }
    return { found: { files: { evidence, leftOut: 0 } } };
  };
