import { useEffect, useReducer, useRef, useState } from 'react';

import type { IReportPreview } from '../../../contract';
import { usePanel } from '../common/panel-context';

/** ms after the last key before the text is rendered. */
const DELAY = 400;

export type ReportPages = ReturnType<typeof useReportPage>;

/**
 * The text of a report as a page: at once at first, then when the person pauses.
 *
 * @param markdown null while there is none.
 */
export function useReportPage(report: string, markdown: string | null) {
  const { store, agent, trans } = usePanel();
  const [shown, setShown] = useState<{
    /** null until the first one is ready. */
    page: IReportPreview | null;
    loading: boolean;
    /** Why it cannot be shown, in a sentence; null if it can. */
    problem: string | null;
  }>({ page: null, loading: false, problem: null });
  const { page } = shown;
  /** The reference whose cell was shown last; null for none. */
  const [last, setLast] = useState<string | null>(null);
  const [attempt, countAttempt] = useReducer((count: number) => count + 1, 0);
  const isDrawn = useRef(false);
  useEffect(() => {
    if (markdown === null) {
      return;
    }
    let isStale = false;
    const set = (change: Partial<typeof shown>) =>
      isStale || setShown(current => ({ ...current, ...change }));
    const draw = async (): Promise<void> => {
      try {
        const { threadId } = store.main.getState();
        const drawn = await agent.reports.preview(threadId, report, markdown);
        isDrawn.current = true;
        set({ page: drawn, loading: false, problem: null });
      } catch (reason) {
        console.warn('Cellwright could not show a report.', reason);
        set({
          loading: false,
          problem:
            (reason instanceof Error && reason.message) ||
            trans.__('The report could not be shown.')
        });
      }
    };
    set({ loading: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (isDrawn.current) {
      timer = setTimeout(() => void draw(), DELAY);
    } else {
      void draw();
    }
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [store, agent, trans, report, markdown, attempt]);
  return {
    ...shown,
    last,
    /** Tries again after a failure. */
    again: () => {
      setShown({ ...shown, problem: null });
      countAttempt();
    },
    /** Scrolls the notebook to the cell that a reference points to. */
    reveal: (evidence: string) => {
      const source = page?.sources[evidence];
      if (!source || source.cellId === '') {
        store.announce(
          source
            ? trans.__('This is from “%1”, not from a cell.', source.notebook)
            : trans.__('Where this came from is not known.')
        );
        return;
      }
      setLast(evidence);
      store.revealCell(source.notebook, source.cellId);
    },
    /** Opens the browser's print dialog, which also saves as PDF. */
    print: async () => {
      try {
        await agent.reports.print(page?.html ?? '');
      } catch (reason) {
        console.warn('Cellwright could not print a report.', reason);
        store.announce(
          trans.__(
            'The report could not be printed. Save it as HTML and print that file.'
          )
        );
      }
    }
  };
}
