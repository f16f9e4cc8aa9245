import type {
  Decision,
  InterruptAnswer,
  IPolicy,
  IReviewCard,
  ITranslator,
  OpenQuestion
} from '../../contract';
import { rulesOf } from '../actions/rules';
import {
  ALL_CARDS,
  omit,
  type ICardDraft,
  type IPanelState
} from '../state/panel-state';
import type { ICallItem, IInterruptItem } from '../state/thread-items';
import type { PanelStore } from '../stores/panel-store';
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
          'hash' in interrupt ? interrupt.hash : item.id
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
      ? askedBy(item, policy && { policy, turnRule: thread.turnRule })
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

function callsIn({ pending, items }: IPanelState['thread']): ICallItem[] {
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

/** What was typed on this card; nothing if it was typed on another one. */
export function typedOn(state: IPanelState, id: string, hash: string): Values {
  const draft: ICardDraft | undefined = state.cards[id];
  return draft?.hash === hash
    ? draft.values
    : (state.cards[cardBefore(state, id) ?? '']?.values ?? NOTHING);
}

/**
 * The card of evidence whose cells ran again, from which this one came; null if
 * there is none.
 */
function cardBefore(
  { thread: { items, order } }: IPanelState,
  id: string
): string | null {
  const asked = (one: string | undefined) => {
    const item = one === undefined ? undefined : items[one];
    return item?.kind === 'interrupt' && item.interrupt.kind === 'evidence'
      ? item
      : null;
  };
  const step = asked(id)?.interrupt.step_id;
  const last =
    step === undefined
      ? undefined
      : order
          .slice(0, Math.max(0, order.indexOf(id)))
          .findLast(one => asked(one)?.interrupt.step_id === step);
  const answer = asked(last)?.answer;
  return last !== undefined &&
    answer &&
    'action' in answer &&
    answer.action === 'run'
    ? last
    : null;
}

/** Changes what was begun on a card. */
export function setDraft(
  { main }: PanelStore,
  id: string,
  hash: string,
  change: (draft: ICardDraft) => Partial<ICardDraft>
): void {
  // Reads the state again: a field may report late.
  main.setState(state => {
    const { cards } = state;
    const draft =
      cards[id]?.hash === hash
        ? cards[id]
        : { hash, values: { ...typedOn(state, id, hash) }, asks: null };
    return { cards: { ...cards, [id]: { ...draft, ...change(draft) } } };
  });
}

/**
 * Answers a card, for which a real event of the person is needed: the only way to
 * do so.
 *
 * @param instead what is answered with, if that is not what the card holds.
 * @returns whether the answer was sent.
 */
export function answer(
  store: PanelStore,
  id: string,
  action: string,
  event: Event,
  instead?: Values
): boolean {
  const { main, services } = store;
  const state = main.getState();
  const rules = rulesOf(store);
  const asked = askedIn(state, id, rules.policy);
  if (!asked || id in state.sent || state.opening !== null) {
    return false;
  }
  const { trans } = services;
  const typed = instead ?? typedOn(state, id, asked.hash);
  const { actions } = asked.cardOf(typed, trans);
  const pressed = actions
    .flatMap(each => [each, ...(each.more?.actions ?? [])])
    .find(({ name }) => name === action);
  const item = state.thread.items[id];
  const card = item?.kind === 'call' ? item.review?.card : undefined;
  if (card && !pressed) {
    return false;
  }
  const { allows = 'once', opens: page } = pressed ?? {};
  if (allows === 'rest') {
    rules.setTurnRule(true, event, id);
    return false;
  }
  if (allows === 'code') {
    const rule = card?.codeQuestion?.allow;
    if (rule) {
      rules.allowCode(rule, event, id);
    }
    return false;
  }
  const given = asked.answerOf(action, typed, trans);
  if (typeof given === 'string') {
    if (given) {
      store.announce(given);
    }
    return false;
  }
  if (
    (page !== undefined && !/^https?:$/.test(new URL(page).protocol)) ||
    !(allows === 'once'
      ? store.isOwnHand(event, id)
      : rules.mayDecideMore(event, id))
  ) {
    return false;
  }
  if ('type' in given) {
    decide(store, id, action, given);
    if (card && allows !== 'all') {
      rules.allow(card, allows);
    }
  } else {
    const { threadId } = state;
    send(store, { [id]: 'answer' }, () =>
      services.agent.send({
        type: 'answer',
        threadId,
        interruptId: id,
        answer: given
      })
    );
  }
  if (page !== undefined) {
    // Without giving that page access to this one.
    window.open(page, '_blank', 'noopener,noreferrer');
  }
  return true;
}

/** Sends the decision on a call, or on all of them, those of a review together. */
function decide(
  store: PanelStore,
  id: string,
  action: string,
  given: Decision
): void {
  const { main, services } = store;
  const state = main.getState();
  const { thread, threadId } = state;
  const reviews = new Map<string, ICallItem[]>();
  const decisions: Record<string, Decision> = {};
  for (const call of callsIn(thread)) {
    const asked = askedIn(state, call.id);
    const { review } = call;
    if (
      !asked ||
      !review ||
      call.id in state.sent ||
      (id !== ALL_CARDS && id !== call.id)
    ) {
      continue;
    }
    const own = typedOn(state, call.id, asked.hash);
    const hasIt = asked
      .cardOf(own, services.trans)
      .actions.some(({ name }) => name === action);
    const decision =
      id === call.id || (hasIt && given.type === 'reject')
        ? given
        : hasIt
          ? asked.answerOf(action, own, services.trans)
          : '';
    if (typeof decision !== 'string' && 'type' in decision) {
      decisions[call.id] = decision;
      const { interruptId } = review;
      reviews.set(interruptId, [...(reviews.get(interruptId) ?? []), call]);
    }
  }
  const covers =
    id === ALL_CARDS && given.type === 'approve'
      ? (thread.review?.following.map(({ callId }) => callId) ?? [])
      : [];
  for (const [interruptId, calls] of reviews) {
    const of = <T>(value: (call: ICallItem) => T) =>
      Object.fromEntries(calls.map(call => [call.id, value(call)]));
    send(
      store,
      of(call => decisions[call.id].type),
      () =>
        services.agent.send({
          type: 'resume',
          threadId,
          interruptId,
          decisions: of(call => decisions[call.id]),
          hashes: of(({ review }) => review?.card.hash ?? ''),
          ...(covers.length > 0 && { covers })
        })
    );
  }
  main.setState(({ cards }) => ({ cards: omit(cards, ALL_CARDS) }));
}

/** Marks cards as answered until the agent has the answer. */
function send(
  store: PanelStore,
  ids: IPanelState['sent'],
  act: () => Promise<void>
): void {
  const { main } = store;
  main.setState(({ sent }) => ({ sent: { ...sent, ...ids } }));
  void act().then(() => {
    store.catchUp();
    main.setState(({ sent }) => ({
      sent: Object.keys(ids).reduce(omit, sent)
    }));
  });
}
