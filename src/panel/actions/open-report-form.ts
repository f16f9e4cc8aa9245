import type { StoreApi } from 'zustand/vanilla';

import type { INewReport, IPanelState } from '../state/panel-state';

/** Opens the form of a new report, with any proposed values; sends nothing. */
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
