import { useEffect, useState } from 'react';

import { usePanel } from '../common/panel-context';
import { useQuery } from '../views/page';

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
  const [settled, setSettled] = useState(markdown);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(markdown), DELAY);
    return () => clearTimeout(timer);
  }, [markdown]);
  const text = settled ?? markdown;
  const { data, problem, reload } = useQuery(
    async () =>
      text === null
        ? null
        : {
            text,
            page: await agent.reports.preview(
              store.main.getState().threadId,
              report,
              text
            )
          },
    [report, text]
  );
  const page = data?.page ?? null;
  /** The reference whose cell was shown last; null for none. */
  const [last, setLast] = useState<string | null>(null);
  return {
    /** null until the first one is ready. */
    page,
    loading: problem === null && markdown !== (data?.text ?? null),
    /** Why it cannot be shown, in a sentence; null if it can. */
    problem:
      problem === '' ? trans.__('The report could not be shown.') : problem,
    last,
    /** Tries again after a failure. */
    again: reload,
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
