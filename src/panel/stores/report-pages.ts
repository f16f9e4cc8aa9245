import { createStore, type StoreApi } from 'zustand/vanilla';

import type { IReportPreview } from '../../contract';

import { perStore } from './per-store';
import type { PanelStore } from './panel-store';

/** ms after the last key before the text is rendered. */
const DELAY = 400;

export interface IReportPage {
  /** The text that it shows. */
  markdown: string;
  /** null until the first one is ready. */
  page: IReportPreview | null;
  loading: boolean;
  /** Why it cannot be shown, in a sentence; null if it can. */
  problem: string | null;
  /** The reference whose cell was shown last; null for none. */
  last: string | null;
}

const NONE: IReportPage = {
  markdown: '',
  page: null,
  loading: false,
  problem: null,
  last: null
};

/** Previews of reports, by id. */
class ReportPages {
  readonly state: StoreApi<Record<string, IReportPage>> = createStore<
    Record<string, IReportPage>
  >(() => ({}));

  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly _store: PanelStore) {}

  of(report: string): IReportPage {
    return this.state.getState()[report] ?? NONE;
  }

  /** Renders a text: at once the first time, then when the person pauses. */
  show(report: string, markdown: string): void {
    const { page, markdown: shown, loading, problem } = this.of(report);
    const isShown = shown === markdown && (page !== null || loading);
    if (isShown || (shown === markdown && problem !== null)) {
      return;
    }
    clearTimeout(this._timer);
    this._set(report, { markdown, loading: true });
    const draw = (): void => void this._draw(report, markdown);
    if (page === null) {
      draw();
    } else {
      this._timer = setTimeout(draw, DELAY);
    }
  }

  /** Tries again after a failure. */
  again(report: string): void {
    const { markdown } = this.of(report);
    this._set(report, { loading: true, problem: null });
    void this._draw(report, markdown);
  }

  /** Scrolls the notebook to the cell that a reference points to. */
  reveal(report: string, evidence: string): void {
    const { page } = this.of(report);
    const source = page?.sources[evidence];
    const { trans } = this._store.services;
    if (!source || source.cellId === '') {
      this._store.announce(
        source
          ? trans.__('This is from “%1”, not from a cell.', source.notebook)
          : trans.__('Where this came from is not known.')
      );
      return;
    }
    this._set(report, { last: evidence });
    this._store.revealCell(source.notebook, source.cellId);
  }

  /** Opens the browser's print dialog, which also saves as PDF. */
  async print(report: string): Promise<void> {
    const { page } = this.of(report);
    const { agent, trans } = this._store.services;
    if (!page || !agent.reports) {
      return;
    }
    try {
      await agent.reports.print(page.html);
    } catch (reason) {
      console.warn('Cellwright could not print a report.', reason);
      this._store.announce(
        trans.__(
          'The report could not be printed. Save it as HTML and print that file.'
        )
      );
    }
  }

  private async _draw(report: string, markdown: string): Promise<void> {
    const { services, main } = this._store;
    const { agent, trans } = services;
    const isWanted = (): boolean => this.of(report).markdown === markdown;
    try {
      if (!agent.reports) {
        throw new Error(trans.__('Reports can’t be shown in this page.'));
      }
      const { threadId } = main.getState();
      const page = await agent.reports.preview(threadId, report, markdown);
      if (isWanted()) {
        this._set(report, { page, loading: false, problem: null });
      }
    } catch (reason) {
      console.warn('Cellwright could not show a report.', reason);
      if (isWanted()) {
        this._set(report, {
          loading: false,
          problem:
            reason instanceof Error && reason.message
              ? reason.message
              : trans.__('The report could not be shown.')
        });
      }
    }
  }

  private _set(report: string, change: Partial<IReportPage>): void {
    const page = { ...this.of(report), ...change };
    this.state.setState({ [report]: page });
  }
}

export const reportPagesOf = perStore(store => new ReportPages(store));
