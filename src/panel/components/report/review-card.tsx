import { useStore } from 'zustand';

import type { IInterruptItem } from '../../state/thread-items';
import { reviewDraft, type ReviewAsked } from '../../report/review-draft';
import { reportPagesOf } from '../../stores/report-pages';
import { Button } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';
import { openReport } from './open-report';
import { CardFrame } from './card-frame';
import { ReviewActions } from './review-actions';
import { useAnswering } from './use-answering';

/** A finished report that is waiting for review. */
export function ReviewCard({
  item,
  asked
}: {
  item: IInterruptItem;
  asked: ReviewAsked;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const answering = useAnswering(item);
  const draft = reviewDraft(
    asked,
    usePanelState(state => state.forms[item.id])
  );
  const page = useStore(
    reportPagesOf(store).state,
    state => state[asked.report]?.page ?? null
  );
  // Once the report is shown, the person's version of it counts.
  const untraced = (page ?? asked).untraced.length;
  const failed = asked.findings.filter(({ state }) => state === 'failed');
  const mended = asked.findings.filter(({ state }) => state === 'mended');
  const open = () => openReport(store, asked.report);
  return (
    <CardFrame
      item={item}
      answering={answering}
      onConfirm={event => {
        event.preventDefault();
        open();
      }}
      actions={
        <ReviewActions
          item={item}
          asked={asked}
          draft={draft}
          answering={answering}
        >
          <Button look="primary" onClick={open}>
            {trans.__('Open the report')}
          </Button>
        </ReviewActions>
      }
    >
      <ul className="jp-Cellwright-reportNotes">
        {failed.length === 0 && untraced === 0 ? (
          <li>{trans.__('All checks passed.')}</li>
        ) : null}
        {failed.length > 0 ? (
          <li>
            {trans._n(
              '%1 check did not pass.',
              '%1 checks did not pass.',
              failed.length
            )}
          </li>
        ) : null}
        {mended.length > 0 ? (
          <li>
            {trans._n(
              '%1 thing was fixed.',
              '%1 things were fixed.',
              mended.length
            )}
          </li>
        ) : null}
        {untraced > 0 ? (
          <li>
            {trans._n(
              '%1 number is not in the evidence.',
              '%1 numbers are not in the evidence.',
              untraced
            )}
          </li>
        ) : null}
        {draft.markdown === asked.markdown ? null : (
          <li>{trans.__('You have changed the text.')}</li>
        )}
      </ul>
    </CardFrame>
  );
}
