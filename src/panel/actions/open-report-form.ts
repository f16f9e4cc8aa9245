import type { StoreApi } from 'zustand/vanilla';

import type { INewReport, IPanelState } from '../state/panel-state';

/** The form of a new report, with what somebody proposes for it; sends nothing. */
export function openReportForm(
  main: StoreApi<IPanelState>,
  proposed?: Partial<INewReport>
): void {
  main.setState(({ newReport }) => ({
    view: 'report',
    shownReport: null,
    newReport: { ...newReport, check: null, ...proposed }
  }));
}
