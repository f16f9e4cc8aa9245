import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/** Stale cells run once more, each by the usual approval; then all is gathered anew, and stands where it stood. */
export const runAgainNode =
  ({ runAgain }: IReportPorts) =>
  async (
    { notebook, rerun }: ReportStateValue,
    config: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    await runAgain?.(notebook, rerun, config);
    return {};
  };
