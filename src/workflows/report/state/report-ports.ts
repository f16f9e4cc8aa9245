import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type {
  IReportFile,
  IReportPage,
  IReportSite,
  ITypesetSource,
  ReportEvent
} from '../../../contract';
import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import { hostStandingInstructions } from '../../plan/host';
import { hostModel } from '../../plan/host-model';
import { hostSources } from '../host/host-sources';
import { typesetInKernel } from '../host/typeset-in-kernel';
import { writeFiles } from '../host/write-files';

export interface IReportWorkflowOptions {
  site: IReportSite;
  /** The person's name, which the report gives as that of the approver; null if unknown. */
  person(): string | null;
  /** Language of the page, BCP 47. */
  language(): string;
}

export type IReportPorts = ReturnType<typeof reportPorts>;

/** What the nodes of a report work with. */
export function reportPorts(
  host: IWorkflowHost,
  { site, person, language }: IReportWorkflowOptions
) {
  const { notebook, settings, trans } = host.run.options;
  const page: IReportPage & Pick<IReportSite, 'download' | 'print'> = site;
  return {
    model: hostModel(host),
    sources: hostSources(host, site),
    page,
    write: (
      folder: string,
      files: readonly IReportFile[],
      config: LangGraphRunnableConfig
    ) => writeFiles(host, site, folder, files, config),
    typeset: (source: ITypesetSource) =>
      typesetInKernel(notebook, host.run.signal, trans, source),
    /** Through the agent, so that each has its card, its journal and its undo. */
    runAgain: async (
      cellIds: readonly string[],
      config: LangGraphRunnableConfig
    ): Promise<void> => {
      await host
        .agent({ budget: cellIds.length + 2 })
        .invoke(
          `Run these cells again, once each, in this order, and do nothing else: ${cellIds.join(', ')}`,
          config
        );
    },
    settings: () => settings().reports,
    schemasOnly: () => settings().privacy.schemasOnly,
    standingInstructions: () => hostStandingInstructions(host),
    language,
    person,
    say: (event: ReportEvent): void => host.run.emit(event),
    now: () => Date.now(),
    trans
  };
}
