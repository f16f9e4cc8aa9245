import type { IReportPorts } from '../../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../../state/report-state';
import { gatherTexts } from './gather-texts';

/** Gathers results of plans and of earlier conversations on this notebook. */
export const gatherPastNode =
  (ports: IReportPorts) =>
  ({ report, notebook }: ReportStateValue): Promise<ReportUpdate> =>
    gatherTexts(ports, report, 'conversation', () =>
      ports.sources.conversations(notebook)
    );
