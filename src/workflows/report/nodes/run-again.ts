import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/**
 * Runs stale cells once more, each with the usual approval. Then all evidence
 * is gathered again, and takes the place of the earlier pieces.
 */
export const runAgainNode =
  ({ runAgain }: IReportPorts) =>
  async (
    { notebook, rerun }: ReportStateValue,
    config: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    await runAgain?.(notebook, rerun, config);
    return {};
  };
