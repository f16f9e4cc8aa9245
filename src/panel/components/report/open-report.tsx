import { ReactWidget } from '@jupyterlab/ui-components';
import type { Message } from '@lumino/messaging';

import type { PanelStore } from '../../stores/panel-store';
import { ReportDocument } from './report-document';
import { cellwrightIcon } from '../../../icon';
import { visibleText } from '../../render/visible-text';
import { Boundary } from '../common/boundary';
import { PanelContext } from '../common/panel-context';

/**
 * Shows a report beside its notebook, or where it is already open; in the panel
 * if there is no main area.
 */
export function openReport(store: PanelStore, report: string): void {
  const { thread } = store.main.getState();
  const opened = store.openReports;
  const widget =
    opened.get(report) ??
    new ReportWidget(store, report, thread.report?.title ?? '');
  opened.set(report, widget);
  const notebook = thread.report?.notebook ?? thread.path;
  if (!store.services.showInMain(widget, notebook)) {
    widget.dispose();
    store.show({ name: 'report', report });
  }
}

/** A report in the main area, beside its notebook. */
class ReportWidget extends ReactWidget {
  constructor(
    private readonly _store: PanelStore,
    readonly report: string,
    title: string
  ) {
    super();
    const { trans } = _store.services;
    this.id = `cellwright-report-${report}`;
    this.addClass('jp-Cellwright-root');
    this.title.label = visibleText(title) || trans.__('Report');
    this.title.caption = trans.__('Report: “%1”', this.title.label);
    this.title.icon = cellwrightIcon;
    this.title.closable = true;
    this.disposed.connect(() => _store.openReports.delete(report));
  }

  /**
   * Returns focus to where the person was: the reference they followed, if any.
   */
  focus(): void {
    const at =
      this.node.querySelector<HTMLElement>('[aria-current="true"]') ??
      this.node.querySelector<HTMLElement>('.jp-Cellwright-report');
    at?.focus();
    at?.scrollIntoView?.({ block: 'nearest' });
  }

  override render() {
    return (
      <PanelContext.Provider value={this._store}>
        <div className="jp-Cellwright-panel">
          <Boundary of={this.report}>
            <ReportDocument report={this.report} />
          </Boundary>
        </div>
      </PanelContext.Provider>
    );
  }

  protected override onActivateRequest(message: Message): void {
    super.onActivateRequest(message);
    // When it is opened for the first time, React has not rendered it yet.
    void this.renderPromise?.then(() => this.focus());
  }
}
