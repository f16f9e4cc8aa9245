import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';

import { FormulaTypesetter } from '../../render/formula-typesetter';
import { MarkdownView } from '../../render/markdown-view';
import { visibleText } from '../../render/visible-text';
import type { IPanelState } from '../../state/panel-state';
import type { IInterruptItem } from '../../state/thread-items';
import { reportResultText } from '../../text/report-result-text';
import { reportStepNow, reportStepText } from '../../text/report-step-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { ReportReview } from './report-review';

/** A report in the main area, from its first word to its end. */
export function ReportDocument({ report }: { report: string }) {
  const { trans } = usePanel().services;
  const item = usePanelState(state => waitingReview(state, report));
  const known = usePanelState(({ thread }) =>
    thread.report?.id === report ? thread.report : null
  );
  if (item?.interrupt.kind === 'review') {
    return <ReportReview key={item.id} item={item} asked={item.interrupt} />;
  }
  if (!known) {
    return (
      <p className="jp-Cellwright-late" role="status">
        {trans.__(
          'This report belongs to another conversation, or is over. Open that conversation to see it.'
        )}
      </p>
    );
  }
  const step = reportStepNow(known);
  return (
    <div
      className="jp-Cellwright-report"
      role="group"
      tabIndex={-1}
      aria-label={trans.__('Report: %1', visibleText(known.title))}
    >
      <div className="jp-Cellwright-reportHead">
        <h2>{visibleText(known.title)}</h2>
        <span className="jp-Cellwright-hint" role="status">
          {known.result
            ? reportResultText(known.result, trans)
            : step
              ? reportStepText(step.step, trans)
              : ''}
        </span>
      </div>
      <div className="jp-Cellwright-reportBody">
        <Written report={report} markdown={known.markdown} />
      </div>
    </div>
  );
}

/** The review of this report that waits, if any. */
export function waitingReview(
  { thread }: Pick<IPanelState, 'thread'>,
  report: string
): IInterruptItem | null {
  for (const id of thread.pending) {
    const item = thread.items[id];
    if (
      item?.kind === 'interrupt' &&
      item.interrupt.kind === 'review' &&
      item.interrupt.report === report
    ) {
      return item;
    }
  }
  return null;
}

/** What is written so far, drawn as it comes. */
function Written({ report, markdown }: { report: string; markdown: string }) {
  const store = usePanel();
  const { rendermime, trans } = store.services;
  const written = useStore(store.live, state => state.written);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView | null>(null);
  const text =
    markdown ||
    written
      .filter(each => each.report === report)
      .map(each => each.text)
      .join('\n\n');
  useEffect(() => {
    const made = new MarkdownView({
      rendermime,
      trans,
      typeset: (host, base) => new FormulaTypesetter(base).typeset(host),
      cells: { label: () => null, reveal: () => undefined }
    });
    view.current = made;
    host.current?.append(made.node);
    return () => made.dispose();
  }, [rendermime, trans]);
  useEffect(() => {
    if (markdown) {
      view.current?.finish(text);
    } else {
      view.current?.stream(text);
    }
  }, [text, markdown]);
  return (
    <div
      ref={host}
      className="jp-Cellwright-reportPage"
      role="document"
      aria-label={trans.__('The report')}
      tabIndex={0}
    />
  );
}
