import type { IReportResult } from '../../../contract';
import { sectionsOn } from '../judging/assemble';
import { reportDocument, untracedIn } from '../judging/report-document';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/** Reports the result, to the person and to whoever asked for the report. */
export const finishNode =
  (ports: IReportPorts) =>
  async (state: ReportStateValue): Promise<ReportUpdate> => {
    const { report, plan, ended, draft, saving } = state;
    const outcome = ended?.outcome ?? 'failed';
    const isSaved = outcome === 'saved' || outcome === 'downloaded';
    const result: IReportResult = {
      outcome,
      kind: plan?.kind ?? 'general',
      title: plan?.title ?? '',
      paths: state.result?.paths ?? [],
      forms: isSaved ? (saving?.forms ?? []) : [],
      sections: plan ? sectionsOn(plan).map(({ title }) => title) : [],
      approved: isSaved,
      changes: state.changes,
      untraced:
        plan && draft !== ''
          ? untracedIn(
              (await reportDocument(state, draft, ports, isSaved)).numbers
            ).map(({ text }) => text)
          : [],
      reason: ended?.reason ?? ''
    };
    ports.say({ type: 'report-finished', report, result });
    return { result };
  };
