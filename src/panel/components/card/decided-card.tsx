import { memo, type ReactNode } from 'react';

import { type ITranslator, TURN_RULE } from '../../../contract';
import type { ICallItem, ICallReview } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { bodyText } from '../../text/body-text';
import { modelSays } from '../../text/model-says';
import { CardBody } from './card-body';
import { FoldingLine } from '../common/folding-line';
import type { GlyphName } from '../common/glyph';
import { usePanel } from '../common/panel-context';
import { Sentence } from '../common/sentence';

/** A card that was decided, as one line with the decision. */
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

/** The content of the card, and the person's edit of it. */
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
      {card.reason ? <p>{modelSays(card.reason, trans, Infinity)}</p> : null}
      {edited !== null ? (
        <div className="jp-Cellwright-detailsName">
          {trans.__('Your edit, compared with the proposal')}
        </div>
      ) : null}
      <CardBody
        key={`${card.hash}-${edited === null}`}
        item={item}
        card={card}
        label={trans.__('Decided code')}
        {...(edited === null
          ? {}
          : { text: edited, before: bodyText(card.body) })}
      />
    </>
  );
}

function decidedText(
  { card, decision, by }: ICallReview,
  item: ICallItem,
  trans: ITranslator
): ReactNode {
  // Keeps the text of a question: an answer alone means nothing later.
  const what =
    card.body.kind === 'question' ? (
      visibleProse(card.body.question)
    ) : (
      <Sentence text={card.title} path={item.path} />
    );
  if (
    by === 'person' &&
    decision?.type === 'respond' &&
    card.body.kind !== 'unclear'
  ) {
    return (
      <>
        {what} {trans.__('“%1”', visibleProse(decision.message))}
      </>
    );
  }
  const reason =
    by === 'person' && decision?.type === 'reject' ? decision.message : '';
  return (
    <>
      {decidedWords({ card, decision, by }, trans)} {what}
      {reason ? ` ${trans.__('“%1”', visibleProse(reason))}` : null}
    </>
  );
}

function decidedWords(
  { card, decision, by }: Pick<ICallReview, 'card' | 'decision' | 'by'>,
  trans: ITranslator
): string {
  if (!decision) {
    return trans.__('Not decided:');
  }
  if (by !== 'person') {
    return decision.type === 'reject'
      ? trans.__('Not run:')
      : by === TURN_RULE
        ? trans.__('Approved for the rest of the turn:')
        : trans.__('Approved by a standing rule:');
  }
  switch (decision.type) {
    case 'approve':
      return trans.__('You approved:');
    case 'edit':
      return trans.__('You edited, then approved:');
    case 'respond':
      return settledText(decision.message, trans);
    case 'reject':
      return card.body.kind === 'question'
        ? trans.__('You skipped:')
        : trans.__('You rejected:');
  }
}

function settledText(choice: string, trans: ITranslator): string {
  switch (choice) {
    case 'run':
      return trans.__('You chose to run it:');
    case 'done':
      return trans.__('You treated it as done:');
    default:
      return trans.__('You skipped:');
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
    case 'respond':
      return 'answered';
    default:
      return 'stopped';
  }
}

/** The person's version of the text; null if it was not edited. */
function editedText({ card, decision }: ICallReview): string | null {
  if (decision?.type !== 'edit' || card.editable === undefined) {
    return null;
  }
  const text = decision.editedAction.args[card.editable];
  return typeof text === 'string' ? text : null;
}
