import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { reportFiles } from '../judging/report-files';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/**
 * Writes the files once their card is approved. The node runs again with the
 * answer, and what comes before the card is the same each time.
 */
export const saveNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    config: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { report, notebook, plan, saving } = state;
    const { target, say } = ports;
    if (!saving) {
      return {};
    }
    const { files, print, notes, problems } = await reportFiles(
      ports,
      state,
      () => ports.sources.notebook(notebook),
      config.signal
    );
    let paths: string[] = [];
    if (saving.download) {
      await target.download(files);
      paths = files.map(({ path }) => path);
    } else if (files.length > 0) {
      const done = await target.write(
        {
          report,
          title: plan?.title ?? '',
          folder: saving.folder,
          files
        },
        config
      );
      if (done.refused !== null) {
        // Back to the card, for another name, another place, or to give up.
        if (done.refused) {
          say({ type: 'report-line', report, text: done.refused });
        }
        return { saving: null };
      }
      paths = done.paths;
    }
    const lines = [...notes, ...problems];
    for (const text of lines) {
      say({ type: 'report-line', report, text });
    }
    if (print !== null) {
      await target.print(print);
    }
    return {
      ended: {
        outcome: saving.download ? 'downloaded' : 'saved',
        // What the person reads at the end.
        reason: lines.join(' ')
      },
      result: {
        outcome: saving.download ? 'downloaded' : 'saved',
        kind: plan?.kind ?? '',
        title: plan?.title ?? '',
        paths,
        forms: saving.forms,
        sections: [],
        approved: true,
        changes: [],
        untraced: [],
        reason: ''
      }
    };
  };
