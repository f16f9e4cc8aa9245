import { memo, type ReactNode } from 'react';

import { type Decision, type ITranslator, TURN_RULE } from '../../contract';
import type { ICallItem, ICallReview } from '../state/thread-items';
import { visibleProse } from '../render/visible-text';
import { FoldingLine } from '../components/common/folding-line';
import type { GlyphName } from '../components/common/glyph';
import { usePanel } from '../components/common/panel-context';
import { Sentence } from '../components/common/sentence';
import { Blocks } from './blocks';
import { decidedBlocks } from './call-cards';

const GLYPHS: Record<Decision['type'], GlyphName> = {
  approve: 'approved',
  edit: 'edited',
  reject: 'rejected',
  respond: 'answered'
};

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
      glyph={review.decision ? GLYPHS[review.decision.type] : 'stopped'}
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
  const { card, decision } = review;
  return (
    <Blocks
      key={`${card.hash}-${decision?.type}`}
      blocks={decidedBlocks({ card, path: item.path }, decision, trans)}
    />
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
