import type { PanelStore } from '../../stores/panel-store';
import { perStore } from '../../stores/per-store';
import { waitingReview } from './report-document';
import { ReportWidget } from './report-widget';

const openedIn = perStore(() => new Map<string, ReportWidget>());

/**
 * Shows a report beside its notebook, or where it is already open; in the panel
 * if there is no main area.
 */
export function openReport(store: PanelStore, report: string): void {
  const { thread } = store.main.getState();
  const opened = openedIn(store);
  const widget = opened.get(report) ?? madeFor(store, report);
  if (!opened.has(report)) {
    opened.set(report, widget);
    widget.disposed.connect(() => opened.delete(report));
  }
  const notebook = thread.report?.notebook ?? thread.path;
  if (store.services.showInMain?.(widget, notebook) !== true) {
    widget.dispose();
    store.main.setState({ view: 'report', shownReport: report });
  }
}

function madeFor(store: PanelStore, report: string): ReportWidget {
  const { thread } = store.main.getState();
  const item = waitingReview({ thread }, report);
  return new ReportWidget(
    store,
    report,
    item?.interrupt.kind === 'review'
      ? item.interrupt.heading
      : (thread.report?.title ?? '')
  );
}
