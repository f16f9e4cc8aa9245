import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { gatherEvidence } from '../../../../report';
import type { IReportPorts } from '../../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../../state/report-state';

/** The most pieces of a notebook that are used. */
const MOST = 1000;

/** Gathers cells, their outputs and Markdown. Nothing is run. */
export const gatherCellsNode =
  ({ sources }: IReportPorts) =>
  async (
    { notebook, evidence }: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const read = await sources.notebook(notebook);
    const { versions, missing } = await sources.packages();
    const cells = await gatherEvidence(read, {
      earlier: evidence,
      most: MOST,
      signal
    });
    return {
      found: { cells },
      kernel: read.kernel?.name ?? '',
      packages: versions,
      packagesMissing: missing
    };
  };
