import { createStore, type StoreApi } from 'zustand/vanilla';

import type { IReportTemplateInfo } from '../../contract';

import { perStore } from './per-store';
import type { PanelStore } from './panel-store';

export interface IReportTemplates {
  /** null until they were looked for. */
  templates: readonly IReportTemplateInfo[] | null;
  problem: string | null;
}

/** Report templates to choose from. */
export class ReportTemplates {
  readonly state: StoreApi<IReportTemplates> = createStore<IReportTemplates>(
    () => ({ templates: null, problem: null })
  );

  private _attempt = 0;

  constructor(private readonly _store: PanelStore) {}

  /** Looks for them again, since those beside a notebook come and go. */
  async load(notebook: string): Promise<void> {
    const { agent, trans } = this._store.services;
    const attempt = ++this._attempt;
    this.state.setState({ problem: null });
    try {
      const templates = (await agent.reports?.templates(notebook)) ?? [];
      if (attempt === this._attempt) {
        this.state.setState({ templates });
      }
    } catch (reason) {
      console.warn('Cellwright could not list templates.', reason);
      if (attempt === this._attempt) {
        this.state.setState({
          templates: [],
          problem: trans.__(
            'Templates could not be listed. You can write without one.'
          )
        });
      }
    }
  }
}

export const reportTemplatesOf = perStore(store => new ReportTemplates(store));
