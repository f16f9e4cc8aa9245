import type { ReportEvent } from '../../contract';

import { put } from '../state/items';
import {
  withSettled,
  type IReportState,
  type IThreadViewState
} from '../state/thread-view-state';

/** Events of a report. The last event of each kind counts. */
export function foldReport(
  state: IThreadViewState,
  event: ReportEvent
): IThreadViewState {
  const { settled, live } = state;
  const id = event.report;
  const known = settled.report?.id === id ? settled.report : null;
  const changed = (change: Partial<IReportState>): IThreadViewState =>
    known ? withSettled(state, { report: { ...known, ...change } }) : state;
  switch (event.type) {
    case 'report-started':
      return withSettled(state, {
        report: {
          steps: [],
          percent: 0,
          line: '',
          markdown: '',
          result: null,
          ...known,
          id,
          title: event.title,
          notebook: event.notebook
        }
      });
    case 'report-progress':
      return changed({ steps: event.steps, percent: event.percent });
    case 'report-line':
      return changed({ line: event.text });
    case 'report-draft': {
      const drafted = changed({ markdown: event.markdown });
      return { settled: drafted.settled, live: { ...live, written: [] } };
    }
    case 'report-text':
      return {
        settled,
        live: { ...live, written: writtenAfter(live.written, event) }
      };
    case 'report-finished':
      return {
        settled: {
          ...settled,
          ...put(settled, {
            kind: 'report',
            id: `report-${id}`,
            path: known?.notebook ?? settled.path,
            result: event.result
          }),
          report: known && { ...known, result: event.result }
        },
        live: { ...live, written: [] }
      };
  }
}

function writtenAfter(
  written: IThreadViewState['live']['written'],
  { report, section, attempt, delta }: ReportEvent & { type: 'report-text' }
): IThreadViewState['live']['written'] {
  // Drops texts of other reports, including finished ones.
  const own = written.filter(each => each.report === report);
  const at = own.findIndex(each => each.section === section);
  return at < 0
    ? [...own, { report, section, attempt, text: delta }]
    : own.with(at, {
        ...own[at],
        attempt,
        text: own[at].attempt === attempt ? own[at].text + delta : delta
      });
}
