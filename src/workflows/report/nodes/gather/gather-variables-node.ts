import type { IReportPorts } from '../../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../../state/report-state';
import { gatherTexts } from './gather-texts';

/** Gathers the kernel's variables, by name and type. */
export const gatherVariablesNode =
  (ports: IReportPorts) =>
  ({ report, notebook }: ReportStateValue): Promise<ReportUpdate> =>
    gatherTexts(ports, report, 'variables', () =>
      ports.sources.variables(notebook)
    );
