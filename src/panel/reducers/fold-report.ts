import type { ReportEvent } from '../../contract';

import type { ILiveState, IReportState } from '../state/thread-view-state';
import type { ThreadDraft } from './thread-draft';

/** Events of a report. The last event of each kind counts. */
export function foldReport(thread: ThreadDraft, event: ReportEvent): void {
  const { settled, live } = thread;
  const id = event.report;
  const known = settled.report?.id === id ? settled.report : null;
  const change = (part: Partial<IReportState>): void => {
    settled.report = known ? { ...known, ...part } : settled.report;
  };
  switch (event.type) {
    case 'report-started':
      settled.report = {
        steps: [],
        percent: 0,
        line: '',
        markdown: '',
        result: null,
        ...known,
        id,
        title: event.title,
        notebook: event.notebook
      };
      return;
    case 'report-progress':
      change({ steps: event.steps, percent: event.percent });
      return;
    case 'report-line':
      change({ line: event.text });
      return;
    case 'report-draft':
      change({ markdown: event.markdown });
      live.written = [];
      return;
    case 'report-text':
      live.written = writtenAfter(live.written, event);
      return;
    case 'report-finished':
      thread.put({
        kind: 'report',
        id: `report-${id}`,
        path: known?.notebook ?? settled.path,
        result: event.result
      });
      settled.report = known && { ...known, result: event.result };
      live.written = [];
  }
}

function writtenAfter(
  written: ILiveState['written'],
  { report, section, attempt, delta }: ReportEvent & { type: 'report-text' }
): ILiveState['written'] {
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
