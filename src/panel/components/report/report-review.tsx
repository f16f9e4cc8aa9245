import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';

import { Actions } from '../../card/actions';
import { askedBy, NOTHING, setDraft } from '../../card/answer';
import { flagIn } from '../../card/card';
import { reviewedText, type ReviewAsked } from '../../card/review-card';
import { useAsked, useCardBox } from '../../card/use-asked';
import { visibleName, visibleText } from '../../render/visible-text';
import { withInserted } from '../../report/with-inserted';
import type { IInterruptItem } from '../../state/thread-items';
import { reportPagesOf } from '../../stores/report-pages';
import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';
import { Refused } from '../common/refused';
import { ReportFindings } from './report-findings';
import { ReportPage } from './report-page';

/** A finished report: its text, the findings, and what to do with it. */
export function ReportReview({
  item: { id },
  item,
  asked
}: {
  item: IInterruptItem;
  asked: ReviewAsked;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const { report, hash } = asked;
  const pages = reportPagesOf(store);
  const shown = useStore(pages.state, state => state[report]);
  const page = shown?.page ?? null;
  const root = useRef<HTMLDivElement>(null);
  const state = useAsked(id, askedBy(item), root);
  const box = useCardBox(root, id, state?.disabled ?? false, asked);
  const markdown = reviewedText(asked, state?.typed ?? NOTHING);
  const isChanged = markdown !== asked.markdown;
  useEffect(() => pages.show(report, markdown), [pages, report, markdown]);
  const untraced = page?.untraced.length;
  useEffect(() => {
    if (isChanged && untraced !== undefined) {
      // Its card says how many there are in the person's version.
      setDraft(store, id, hash, ({ values }) => ({
        values: { ...values, untraced }
      }));
    }
  }, [store, id, hash, isChanged, untraced]);
  if (!state) {
    return null;
  }
  const { typed, disabled, press, onChange } = state;
  const isEditing = flagIn(typed, 'editing');
  const actions = state.card.actions.filter(({ shows }) => !shows);
  return (
    <div
      ref={root}
      {...box}
      className="jp-Cellwright-report"
      aria-label={trans.__('Report: %1', visibleName(asked.heading))}
      onKeyDownCapture={event => state.onKeyDown(event, actions[0], press)}
    >
      <div className="jp-Cellwright-reportHead">
        <h2>{visibleText(asked.heading)}</h2>
        <Button
          aria-pressed={isEditing}
          disabled={disabled}
          onClick={() => onChange('editing', !isEditing)}
        >
          {trans.__('Edit')}
        </Button>
        {isChanged ? (
          <Button
            disabled={disabled}
            onClick={() => onChange('markdown', asked.markdown)}
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
        {isEditing ? (
          <textarea
            className="jp-Cellwright-input jp-Cellwright-reportText"
            aria-label={trans.__('Text of the report, as Markdown')}
            value={markdown}
            disabled={disabled}
            onChange={event => onChange('markdown', event.target.value)}
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
          disabled={disabled}
          onInsert={({ insert, section }) =>
            onChange('markdown', withInserted(markdown, section, insert ?? ''))
          }
        />
      </div>
      <Refused text={state.refused} />
      <Actions {...state} actions={actions} first={actions[0]} />
    </div>
  );
}
