import { useEffect } from 'react';
import { useStore } from 'zustand';

import { visibleName, visibleText } from '../../render/visible-text';
import {
  reviewDraft,
  withInserted,
  type IReviewDraft,
  type ReviewAsked
} from '../../report/review-draft';
import type { IInterruptItem } from '../../state/thread-items';
import { reportPagesOf } from '../../stores/report-pages';
import { Button } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused } from '../common/refused';
import { answersOf } from '../../actions/interrupt-answers';
import { ReportFindings } from './report-findings';
import { ReportPage } from './report-page';
import { ReviewActions } from './review-actions';
import { useAnswering } from './use-answering';

/** A finished report: its text, the findings, and what to do with it. */
export function ReportReview({
  item,
  asked
}: {
  item: IInterruptItem;
  asked: ReviewAsked;
}) {
  const store = usePanel();
  const answers = answersOf(store);
  const { trans } = store.services;
  const { report } = asked;
  const pages = reportPagesOf(store);
  const shown = useStore(pages.state, state => state[report]);
  const answering = useAnswering(item);
  const draft = reviewDraft(
    asked,
    usePanelState(state => state.forms[item.id])
  );
  const { markdown, editing } = draft;
  useEffect(() => pages.show(report, markdown), [pages, report, markdown]);
  const set = (change: Partial<IReviewDraft>) =>
    answers.setForm(item.id, { ...draft, ...change });
  const changed = markdown !== asked.markdown;
  const page = shown?.page ?? null;
  return (
    <div
      ref={answering.root}
      {...answering.box}
      className="jp-Cellwright-report"
      aria-label={trans.__('Report: %1', visibleName(asked.heading))}
    >
      <div className="jp-Cellwright-reportHead">
        <h2>{visibleText(asked.heading)}</h2>
        <Button
          aria-pressed={editing}
          disabled={answering.sent}
          onClick={() => set({ editing: !editing })}
        >
          {trans.__('Edit')}
        </Button>
        {changed ? (
          <Button
            disabled={answering.sent}
            onClick={() => set({ markdown: asked.markdown })}
          >
            {trans.__('Discard edit')}
          </Button>
        ) : null}
        <Button
          disabled={page === null}
          onClick={() => void pages.print(report)}
        >
          {trans.__('Print')}
        </Button>
      </div>
      <p className="jp-Cellwright-hidden" role="status">
        {shown?.loading
          ? trans.__('Loading')
          : page
            ? trans._n(
                '%1 number is not in the evidence.',
                '%1 numbers are not in the evidence.',
                page.untraced.length
              )
            : ''}
      </p>
      <div className="jp-Cellwright-reportBody">
        {editing ? (
          <textarea
            className="jp-Cellwright-input jp-Cellwright-reportText"
            aria-label={trans.__('Text of the report, as Markdown')}
            value={markdown}
            disabled={answering.sent}
            onChange={event => set({ markdown: event.target.value })}
          />
        ) : null}
        {shown?.problem ? (
          <div className="jp-Cellwright-reportPage">
            <p className="jp-Cellwright-refused" role="alert">
              {visibleText(shown.problem)}{' '}
              <Button look="link" onClick={() => pages.again(report)}>
                {trans.__('Try again')}
              </Button>
            </p>
            <pre tabIndex={0} aria-label={trans.__('The report')}>
              {visibleText(markdown)}
            </pre>
          </div>
        ) : page ? (
          <ReportPage report={report} html={page.html} />
        ) : (
          <p className="jp-Cellwright-lazy">{trans.__('Loading')}</p>
        )}
        <ReportFindings
          report={report}
          findings={asked.findings}
          untraced={page ? page.untraced : asked.untraced}
          rounded={page?.rounded ?? []}
          unknown={page?.unknown ?? []}
          disabled={answering.sent}
          onInsert={({ insert, section }) =>
            set({ markdown: withInserted(markdown, section, insert ?? '') })
          }
        />
      </div>
      <Refused text={item.problem} />
      <ReviewActions
        item={item}
        asked={asked}
        draft={draft}
        answering={answering}
      />
    </div>
  );
}
