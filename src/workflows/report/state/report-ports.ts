import type { IReportSite, ReportEvent } from '../../../contract';
import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import { hostStandingInstructions } from '../../plan/host';
import { hostModel } from '../../plan/host-model';
import { hostSources } from '../host/host-sources';

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
  options: IReportWorkflowOptions
) {
  const { settings, trans } = host.run.options;
  return {
    ...options,
    host,
    model: hostModel(host),
    sources: hostSources(host, options.site),
    settings: () => settings().reports,
    schemasOnly: () => settings().privacy.schemasOnly,
    standingInstructions: () => hostStandingInstructions(host),
    say: (event: ReportEvent): void => host.run.emit(event),
    trans
  };
}

/** A plot as a picture of at most this many px; null if it cannot be read. */
export async function scaledPlot(
  { site }: IReportPorts,
  { mimeType, data }: { mimeType: string; data: string },
  size: number
) {
  return site.images.toImage({ mimeType, data }, size).catch(error => {
    console.warn('Cellwright: a plot cannot be scaled', error);
    return null;
  });
}
