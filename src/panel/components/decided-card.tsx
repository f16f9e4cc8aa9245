import { memo, type ReactNode } from 'react';

import type { ITranslator } from '../../contract';
import { TURN_RULE } from '../../contract';
import type { ICallItem, ICallReview } from '../thread-items';
import { visibleText } from '../visible-text';
import { bodyBefore, CardCode } from './card-code';
import { FoldingLine } from './folding-line';
import type { GlyphName } from './glyph';
import { usePanel } from './panel-context';
import { Sentence } from './sentence';

/** A card that was decided: one line that keeps what was decided. */
export const DecidedCard = memo(function DecidedCard({
  item,
  review
}: {
  item: ICallItem;
  review: ICallReview;
}) {
  const { trans } = usePanel().services;
  return (
    <FoldingLine
      id={`decided-${item.id}`}
      className="jp-mod-decided"
      glyph={glyphOf(review)}
      toggleName={open =>
        open
          ? trans.__('Hide what was decided')
          : trans.__('Show what was decided')
      }
      text={decidedText(review, item, trans)}
      details={() => <DecisionDetails item={item} review={review} />}
    />
  );
});

/** What was on the card, and what the person made of it. */
export function DecisionDetails({
  item,
  review
}: {
  item: ICallItem;
  review: ICallReview;
}) {
  const { trans } = usePanel().services;
  const { card } = review;
  const edited = editedText(review);
  return (
    <>
      <p>
        <Sentence text={card.sentence} path={item.path} />
      </p>
      {card.reason ? <p>{visibleText(card.reason)}</p> : null}
      {edited !== null ? (
        <div className="jp-Cellwright-detailsName">
          {trans.__('Your edit, against what was proposed')}
        </div>
      ) : null}
      <CardCode
        key={`${card.hash}-${edited === null}`}
        callId={item.id}
        body={card.body}
        before={edited === null ? bodyBefore(card.body) : card.body.text}
        text={edited ?? card.body.text}
        label={trans.__('Decided code')}
      />
    </>
  );
}

function decidedText(
  { card, decision, by }: ICallReview,
  item: ICallItem,
  trans: ITranslator
): ReactNode {
  const what = <Sentence text={card.title} path={item.path} />;
  if (!decision) {
    return (
      <>
        {trans.__('Not decided:')} {what}
      </>
    );
  }
  if (by === TURN_RULE) {
    return (
      <>
        {trans.__('Approved for the rest of the turn:')} {what}
      </>
    );
  }
  switch (decision.type) {
    case 'approve':
      return (
        <>
          {trans.__('You approved:')} {what}
        </>
      );
    case 'edit':
      return (
        <>
          {trans.__('You edited, then approved:')} {what}
        </>
      );
    case 'reject':
      return (
        <>
          {trans.__('You rejected:')} {what}
          {decision.message
            ? ` ${trans.__('“%1”', visibleText(decision.message))}`
            : null}
        </>
      );
  }
}

function glyphOf({ decision }: ICallReview): GlyphName {
  switch (decision?.type) {
    case 'approve':
      return 'approved';
    case 'edit':
      return 'edited';
    case 'reject':
      return 'rejected';
    default:
      return 'stopped';
  }
}

/** The text the person made of it; null where it was not edited. */
function editedText({ card, decision }: ICallReview): string | null {
  if (decision?.type !== 'edit' || card.editable === undefined) {
    return null;
  }
  const text = decision.editedAction.args[card.editable];
  return typeof text === 'string' ? text : null;
}
