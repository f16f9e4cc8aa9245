import { type ReactNode } from 'react';

import {
  type Decision,
  type ITranslator,
  TURN_RULE,
  type InterruptAnswer,
  type OpenQuestion
} from '../../contract';
import type {
  ICallItem,
  ICallReview,
  IInterruptItem
} from '../state/thread-items';
import { FoldingLine } from '../components/common/folding-line';
import type { GlyphName } from '../components/common/glyph';
import { usePanel } from '../components/common/panel-context';
import { Sentence } from '../components/common/sentence';
import { Blocks } from './blocks';
import { decidedBlocks } from './call-cards';
import { compact, type Block } from './card';
import { visibleProse } from '../render/visible-text';

const GLYPHS: Record<Decision['type'], GlyphName> = {
  approve: 'approved',
  edit: 'edited',
  reject: 'rejected',
  respond: 'answered'
};

interface IReviewed {
  item: ICallItem;
  review: ICallReview;
}

/** A card that was decided, as one line with the decision. */
export function DecidedCard({ item, review }: IReviewed) {
  const { trans } = usePanel();
  return (
    <FoldingLine
      className="jp-mod-decided"
      glyph={review.decision ? GLYPHS[review.decision.type] : 'stopped'}
      names={[
        trans.__('Show what was decided'),
        trans.__('Hide what was decided')
      ]}
      text={decidedText(review, item, trans)}
      details={() => <DecisionDetails item={item} review={review} />}
    />
  );
}

/** The content of the card, and the person's edit of it. */
export function DecisionDetails({ item, review }: IReviewed) {
  const { trans } = usePanel();
  const { card, decision } = review;
  return (
    <Blocks
      key={`${card.hash}-${decision?.type}`}
      blocks={decidedBlocks({ card, path: item.path }, decision, trans)}
    />
  );
}

function decidedText(
  review: ICallReview,
  item: ICallItem,
  trans: ITranslator
): ReactNode {
  const { card, decision, by } = review;
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
      {decidedWords(review, trans)} {what}
      {reason ? ` ${trans.__('“%1”', visibleProse(reason))}` : null}
    </>
  );
}

function decidedWords(
  { card, decision, by }: ICallReview,
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
  const skipped = trans.__('You skipped:');
  const words: Record<string, string> = {
    approve: trans.__('You approved:'),
    edit: trans.__('You edited, then approved:'),
    reject: card.body.kind === 'question' ? skipped : trans.__('You rejected:'),
    run: trans.__('You chose to run it:'),
    done: trans.__('You treated it as done:')
  };
  return (
    words[decision.type === 'respond' ? decision.message : decision.type] ??
    skipped
  );
}

/** A closed question, as one line with the answer. */
export function InterruptClosed({ item }: { item: IInterruptItem }) {
  const { trans } = usePanel();
  const { interrupt, answer } = item;
  const answered =
    answer !== null &&
    !('cancelled' in answer) &&
    !('confirmed' in answer && !answer.confirmed);
  return (
    <FoldingLine
      className="jp-mod-decided"
      glyph={answered ? 'answered' : 'stopped'}
      names={[trans.__('Show the question'), trans.__('Hide the question')]}
      text={
        <>
          {visibleProse(interrupt.title)} {outcomeText(item, trans)}
        </>
      }
      details={() => <Blocks blocks={answerBlocks(item, trans)} />}
    />
  );
}

function outcomeText(item: IInterruptItem, trans: ITranslator): string {
  const { interrupt, answer, by } = item;
  if (!answer || 'cancelled' in answer) {
    return by === 'timeout'
      ? interrupt.kind === 'evidence'
        ? trans.__('· ended, nobody decided in time; what was gathered is kept')
        : trans.__('· cancelled, nobody answered in time')
      : by === 'person'
        ? answer?.why === 'declined'
          ? trans.__('· you declined')
          : trans.__('· you skipped it')
        : trans.__('· not answered');
  }
  const words = answerWords(interrupt, answer, trans);
  const quoted = words && trans.__('“%1”', visibleProse(words));
  if (by === 'timeout') {
    return quoted
      ? trans.__('%1 · the default, nobody answered in time', quoted)
      : trans.__('· the default, nobody answered in time');
  }
  return compact<string>([endText(answer, trans), quoted]).join(' ');
}

/** What the person did; empty if their words say it. */
function endText(answer: InterruptAnswer, trans: ITranslator): string {
  if (!('action' in answer)) {
    return 'values' in answer && !('button' in answer)
      ? trans._n(
          '· %1 field filled in',
          '· %1 fields filled in',
          Object.keys(answer.values).length
        )
      : '';
  }
  const rejected = trans.__('· you rejected it');
  const approved = trans.__('· you approved it');
  const changed = trans.__('· you asked for changes');
  return {
    accept:
      'steps' in answer && answer.steps?.every(({ on }) => !on)
        ? trans.__('· you switched every step off')
        : trans.__('· you agreed'),
    again: trans.__('· tried again'),
    answer: '',
    approve: approved,
    back: trans.__('· you sent it back'),
    change: changed,
    discard: trans.__('· you discarded it'),
    done: trans.__('· you counted it as done'),
    edit: trans.__('· you changed its arguments'),
    first: trans.__('· you chose the first plan'),
    modify: changed,
    proceed: trans.__('· you skipped the questions'),
    reject: rejected,
    reuse: trans.__('· same as last time'),
    run: trans.__('· you asked for cells to run again'),
    save: approved,
    skip: trans.__('· you skipped it'),
    stop: trans.__('· you stopped the plan')
  }[answer.action];
}

/** What was pressed, chosen or written; empty if nothing was. */
function answerWords(
  asked: OpenQuestion,
  answer: InterruptAnswer,
  trans: ITranslator
): string {
  if ('button' in answer) {
    const buttons = asked.kind === 'custom' ? asked.buttons : [];
    const pressed = buttons.find(({ name }) => name === answer.button);
    return pressed?.label ?? answer.button;
  }
  if ('confirmed' in answer) {
    const { yes, no } = asked.kind === 'confirm' ? asked : {};
    return answer.confirmed ? yes || trans.__('Yes') : no || trans.__('No');
  }
  if (!('chosen' in answer)) {
    return 'answers' in answer
      ? Object.values(answer.answers).join('; ')
      : 'words' in answer
        ? answer.words
        : 'reason' in answer
          ? answer.reason
          : '';
  }
  const options = asked.kind === 'option' ? asked.options : [];
  const labels = answer.chosen.map(
    value => options.find(option => option.value === value)?.label ?? value
  );
  return [...labels, ...(answer.other ? [answer.other] : [])].join('; ');
}

/** What was asked, and the full answer. */
function answerBlocks(
  { interrupt, answer }: IInterruptItem,
  trans: ITranslator
): Block[] {
  const json = (label: string, values: object): Block => ({
    kind: 'code',
    label,
    text: JSON.stringify(values, null, 2)
  });
  return compact<Block>([
    interrupt.text && { kind: 'text', text: interrupt.text },
    answer &&
      'values' in answer &&
      Object.keys(answer.values).length > 0 &&
      json(trans.__('Answer'), answer.values),
    answer &&
      'answers' in answer &&
      interrupt.kind === 'clarification' && {
        kind: 'list',
        items: interrupt.questions
          .filter(({ id }) => id in answer.answers)
          .map(({ id, question }) => `${question} → ${answer.answers[id]}`)
      },
    interrupt.kind === 'plan' &&
      answer &&
      'action' in answer && {
        kind: 'list',
        items: (answer.action === 'accept' && 'steps' in answer
          ? answer.steps
          : interrupt.steps
        ).map(({ title, on }) =>
          on ? title : `${title} ${trans.__('(switched off)')}`
        )
      },
    answer &&
      'action' in answer &&
      interrupt.kind === 'failure' && { kind: 'text', text: interrupt.reason },
    answer &&
      'arguments' in answer &&
      json(trans.__('Arguments'), answer.arguments)
  ]);
}
