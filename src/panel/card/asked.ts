import type {
  Decision,
  InterruptAnswer,
  IPolicy,
  IReviewCard,
  ITranslator,
  OpenQuestion
} from '../../contract';
import {
  ALL_CARDS,
  type ICardDraft,
  type IPanelState
} from '../state/panel-state';
import type {
  ICallItem,
  IInterruptItem,
  ThreadItem
} from '../state/thread-items';
import type { Card, CardKind, Values } from './card';
import { ALL, APPROVAL, ASK_USER, UNCLEAR, type CallAsked } from './call-cards';
import { CLARIFICATION, FAILURE, PLAN, STEP } from './plan-cards';
import { EVIDENCE, REPORT_PLAN } from './report-cards';
import { CONFIRM, CUSTOM, FORM, OPTION } from './question-cards';
import { REVIEW } from './review-card';

export type AskingItem = IInterruptItem | ICallItem;

/** A request that waits, with how its kind is drawn and answered. */
export interface Asked {
  /** What a draft is bound to: it is none of another card. */
  hash: string;
  cardOf(typed: Values, trans: ITranslator): Card;
  answerOf(
    action: string,
    typed: Values,
    trans: ITranslator
  ): InterruptAnswer | Decision | string;
}

const QUESTIONS: {
  [K in OpenQuestion['kind']]: CardKind<
    OpenQuestion & { kind: K },
    InterruptAnswer
  >;
} = {
  confirm: CONFIRM,
  option: OPTION,
  form: FORM,
  custom: CUSTOM,
  clarification: CLARIFICATION,
  plan: PLAN,
  step: STEP,
  failure: FAILURE,
  'report-plan': REPORT_PLAN,
  evidence: EVIDENCE,
  review: REVIEW
};
const CALLS: Partial<
  Record<IReviewCard['body']['kind'], CardKind<CallAsked, Decision>>
> = { question: ASK_USER, unclear: UNCLEAR };

/** What an item asks; null if nothing. */
export function askedBy(
  item: AskingItem | undefined,
  rules?: CallAsked['rules']
): Asked | null {
  if (item?.kind === 'interrupt') {
    const { interrupt } = item;
    return item.status === 'pending'
      ? askedOf(
          QUESTIONS[interrupt.kind] as CardKind<OpenQuestion, InterruptAnswer>,
          interrupt,
          item.id
        )
      : null;
  }
  const review = item?.kind === 'call' ? item.review : null;
  if (!item || review?.status !== 'pending') {
    return null;
  }
  const { card } = review;
  const kind = CALLS[card.body.kind];
  return askedOf(
    kind ?? APPROVAL,
    { card, path: item.path, rules },
    // An edit stays where its card comes back because something has changed.
    kind ? card.hash : card.callId
  );
}

/** What waits under an id: a card, or all cards of the step. */
export function askedIn(
  { thread }: IPanelState,
  id: string,
  policy?: IPolicy
): Asked | null {
  const item = thread.items[id];
  return id === ALL_CARDS
    ? callsIn(thread).length > 0
      ? askedOf(
          ALL,
          { count: thread.pending.length },
          thread.review?.interruptId ?? ''
        )
      : null
    : item?.kind === 'interrupt' || item?.kind === 'call'
      ? askedBy(item, policy && { policy, turnRule: thread.turnRule !== null })
      : null;
}

/** What a card, or all of them, asks for; another text means another card. */
export function shownBy({ thread }: IPanelState, id: string): string {
  const item = thread.items[id];
  return JSON.stringify(
    id === ALL_CARDS
      ? [callsIn(thread).map(({ review }) => review?.card), thread.review]
      : item?.kind === 'call'
        ? item.review?.card
        : item?.kind === 'interrupt' && item.interrupt
  );
}

export function callsIn({
  pending,
  items
}: IPanelState['thread']): ICallItem[] {
  return pending.flatMap(id => {
    const item = items[id];
    return item?.kind === 'call' ? [item] : [];
  });
}

function askedOf<R, A extends InterruptAnswer | Decision>(
  kind: CardKind<R, A>,
  request: R,
  hash: string
): Asked {
  return {
    hash,
    cardOf: (typed, trans) => kind.cardOf(request, typed, trans),
    answerOf: (action, typed, trans) =>
      kind.answerOf(request, action, typed, trans)
  };
}

export const NOTHING: Values = {};

/**
 * What was typed on this card, or on the card of evidence before it whose cells
 * ran again; nothing if it was typed on another one.
 */
export function typedOn(
  { cards, thread: { items, order } }: IPanelState,
  id: string,
  hash: string
): Values {
  const isEvidence = (item: ThreadItem, ranAgain: boolean) =>
    item.kind === 'interrupt' &&
    item.interrupt.kind === 'evidence' &&
    (!ranAgain || item.interrupt.ranAgain);
  const before =
    items[id] && isEvidence(items[id], true)
      ? order.findLast(each => each !== id && isEvidence(items[each], false))
      : undefined;
  const draft: ICardDraft | undefined =
    cards[id]?.hash === hash ? cards[id] : cards[before ?? ''];
  return draft?.values ?? NOTHING;
}
