import { createStore, type StoreApi } from 'zustand/vanilla';

import type { IReportCheck } from '../../contract';

import { perStore } from './per-store';
import type { PanelStore } from './panel-store';

export interface IReportCheckState {
  /** Path of the report being checked, or checked last; empty before. */
  path: string;
  result: IReportCheck | null;
  loading: boolean;
  /** Why it cannot be checked, in a sentence; null if it can. */
  problem: string | null;
}

/** Checks an earlier report against the current notebook. */
export class ReportChecks {
  readonly state: StoreApi<IReportCheckState> = createStore<IReportCheckState>(
    () => ({ path: '', result: null, loading: false, problem: null })
  );

  constructor(private readonly _store: PanelStore) {}

  async check(path: string, notebook: string | null): Promise<void> {
    const { agent, trans } = this._store.services;
    this.state.setState({ path, result: null, loading: true, problem: null });
    const isWanted = (): boolean => this.state.getState().path === path;
    try {
      const result = (await agent.reports?.check(path, notebook)) ?? null;
      if (isWanted()) {
        this.state.setState({ result, loading: false });
        this._store.announce(trans.__('The report has been checked.'));
      }
    } catch (reason) {
      console.warn('Cellwright could not check a report.', reason);
      if (isWanted()) {
        this.state.setState({
          loading: false,
          problem:
            reason instanceof Error && reason.message
              ? reason.message
              : trans.__('The report could not be checked.')
        });
      }
    }
  }

  /** Saves the checked notebook with the ids of its cells. */
  async keepIds({ notebook, ...result }: IReportCheck): Promise<void> {
    const { agent, trans } = this._store.services;
    try {
      await agent.reports?.keepIds(notebook);
      this.state.setState({
        result: { ...result, notebook, foundBy: undefined }
      });
      this._store.announce(trans.__('%1 was saved with its ids.', notebook));
    } catch (reason) {
      console.warn('Cellwright could not save a notebook.', reason);
      this.state.setState({
        problem: trans.__(
          '%1 could not be saved. Save it in JupyterLab, and try again.',
          notebook
        )
      });
    }
  }
}

export const reportChecksOf = perStore(store => new ReportChecks(store));
