import { typedOn } from '../../card/asked';
import { reviewedText, type ReviewAsked } from '../../card/review-card';
import { visibleText } from '../../render/visible-text';
import type { IPanelState } from '../../state/panel-state';
import type { IInterruptItem } from '../../state/thread-items';
import { reportResultText } from '../../text/report-result-text';
import { reportStepText } from '../../../contract';
import { reportStepNow } from '../../state/thread-view-state';
import { streamedText } from '../../report/streamed-text';
import { Markdown } from '../common/markdown';
import { usePanel, usePanelState } from '../common/panel-context';
import { SideView } from '../views/page';
import { ReportPage, ReportReview } from './report-review';
import { useReportPage } from './use-report-page';

/** A report where there is no room beside its notebook. */
export function ReportInPanel({ report }: { report: string }) {
  const { trans } = usePanel();
  return (
    <SideView title={trans.__('Report')}>
      <ReportDocument report={report} />
    </SideView>
  );
}

/** A report, from its first words to its end. */
export function ReportDocument({ report }: { report: string }) {
  const { trans } = usePanel();
  const item = usePanelState(state => waitingReview(state, report));
  const known = usePanelState(({ thread }) =>
    thread.report?.id === report ? thread.report : null
  );
  const title = visibleText(known?.title ?? '');
  const reviewed = usePanelState(
    state =>
      item && reviewedText(item.interrupt, typedOn(state, item.id, item.id))
  );
  const pages = useReportPage(report, reviewed ?? (known?.markdown || null));
  if (item && reviewed !== null) {
    return (
      <ReportReview
        key={item.id}
        item={item}
        asked={item.interrupt}
        markdown={reviewed}
        pages={pages}
      />
    );
  }
  if (!known) {
    return (
      <p className="jp-Cellwright-lazy" role="status">
        {trans.__(
          'This report belongs to another conversation, or has ended. Open that conversation to see it.'
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
      aria-label={trans.__('Report: “%1”', title)}
    >
      <div className="jp-Cellwright-reportHead">
        <h2>{title}</h2>
        <span className="jp-Cellwright-hint" role="status">
          {known.result
            ? reportResultText(known.result, trans)
            : step
              ? reportStepText(step.step, trans)
              : ''}
        </span>
      </div>
      <div className="jp-Cellwright-reportBody">
        {known.markdown && pages.page ? (
          <ReportPage html={pages.page.html} {...pages} />
        ) : (
          <div
            className="jp-Cellwright-reportPage"
            role="document"
            aria-label={trans.__('The report')}
            tabIndex={0}
          >
            <Markdown
              text={known.markdown ? streamedText(known.markdown) : null}
              streamed={({ written }) =>
                streamedText(
                  written
                    .filter(each => each.report === report)
                    .map(each => each.text)
                    .join('\n\n')
                )
              }
            />
          </div>
        )}
      </div>
    </div>
  );
}

/** The pending review of this report, if any. */
function waitingReview(
  { thread }: Pick<IPanelState, 'thread'>,
  report: string
): (IInterruptItem & { interrupt: ReviewAsked }) | null {
  const found = thread.pending
    .map(id => thread.items[id])
    .find(
      item =>
        item?.kind === 'interrupt' &&
        item.interrupt.kind === 'review' &&
        item.interrupt.report === report
    );
  return (found as ReturnType<typeof waitingReview>) ?? null;
}
