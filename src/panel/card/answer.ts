import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import type { Decision } from '../../contract';
import { Rules } from '../actions/rules';
import { claim, focusBeyond, focusComposer } from '../components/common/focus';
import { usePanel, usePanelState } from '../components/common/panel-context';
import { MORE } from '../render/load-more';
import {
  ALL_CARDS,
  omit,
  type ICardDraft,
  type IPanelState
} from '../state/panel-state';
import type { ICallItem } from '../state/thread-items';
import type { PanelStore } from '../stores/panel-store';
import {
  CARD_ATTRIBUTE,
  isOwnHand,
  useWatched
} from '../trust/is-persons-event';
import { decides, type Press } from './action-button';
import { askedIn, callsIn, NOTHING, typedOn, type Asked } from './asked';
import type { Action, Values } from './card';

/**
 * What the element of each card has.
 *
 * @param id of its call or question.
 * @param sent whether its answer is on its way.
 * @param shown what it shows; a change has to be seen before it is decided.
 */
export function useCardBox(
  root: RefObject<HTMLElement>,
  id: string,
  sent: boolean,
  shown: unknown
) {
  useWatched(root, shown);
  return {
    [CARD_ATTRIBUTE]: id,
    ...(sent ? { 'data-sent': '' } : {}),
    className: 'jp-Cellwright-card',
    role: 'group',
    tabIndex: -1,
    'aria-busy': sent
  };
}

/** What a card needs to be drawn, filled in and answered; null if nothing waits. */
export function useAsked(
  id: string,
  asked: Asked | null,
  root: RefObject<HTMLElement>
) {
  const { store, trans } = usePanel();
  const hash = asked?.hash ?? '';
  const typed = usePanelState(state => typedOn(state, id, hash));
  const asks = usePanelState(({ cards }) =>
    cards[id]?.hash === hash ? cards[id].asks : null
  );
  const item = usePanelState(({ thread }) => thread.items[id]);
  const refused = usePanelState(state => state.refused[id]);
  const disabled = usePanelState(
    state => id in state.sent || state.opening !== null
  );
  /** Whether the last answer moved focus away from here. */
  const wentOn = useRef(false);
  const isBack =
    item?.kind === 'interrupt'
      ? item.problem !== null
      : item?.kind === 'call' && Boolean(item.review?.card.voided);
  // A refused answer has to be given again, so focus comes back.
  useEffect(() => {
    if (isBack && wentOn.current) {
      wentOn.current = false;
      root.current?.focus();
    }
  }, [item, isBack, root]);
  if (!asked) {
    return null;
  }
  const card = asked.cardOf(typed, trans);
  const asking = card.actions.find(({ name }) => name === asks) ?? null;
  const onChange = (name: string, value: unknown) =>
    setDraft(store, id, hash, ({ values }) => ({
      values: { ...values, [name]: value }
    }));
  const onBack = () => {
    setDraft(store, id, hash, () => ({ asks: null }));
    root.current?.focus();
  };
  /** @returns whether an answer was sent. */
  const perform = (action: Action, event: Event): boolean => {
    if (action.shows) {
      // A card is of that chunk itself, so it is there.
      MORE.getState().more?.openReport(store, action.shows);
      return false;
    }
    if (decides(action) || action.name === asking?.name) {
      return answer(store, id, action.name, event);
    }
    const { asks: fields, sets, resets = [] } = action;
    flushSync(() =>
      setDraft(store, id, hash, ({ values }) => ({
        asks: fields ? action.name : null,
        values: resets.reduce(omit, { ...values, ...sets })
      }))
    );
    // What it asks for, or what can be written now.
    const place = fields ? 'remark' : sets ? 'fields' : null;
    const field =
      place &&
      root.current?.querySelector<HTMLElement>(
        `.jp-Cellwright-${place} :is(input, textarea, select, .cm-content)`
      );
    (field ?? root.current)?.focus();
    return false;
  };
  return {
    card,
    typed,
    asking,
    disabled,
    isBegun: typed !== NOTHING || asks !== null,
    refused: item?.kind === 'interrupt' ? item.problem : refused,
    problemOf: ({ name }: Action): string | null => {
      const given = asked.answerOf(name, typed, trans);
      return typeof given === 'string' ? given : null;
    },
    onChange,
    onBack,
    perform,
    /** Sends it; focus, if it is here, goes on to the next card then. */
    press: (action: Action, event: Event) => {
      const element = root.current;
      const held = element?.contains(document.activeElement) ?? false;
      if (perform(action, event) && held && element) {
        wentOn.current = true;
        focusBeyond(element);
      }
    },
    /** @param first the action that Ctrl+Enter presses. */
    onKeyDown: (event: KeyboardEvent, first: Action | null, press: Press) => {
      const { key, shiftKey, nativeEvent } = event;
      const accel = (event.ctrlKey || event.metaKey) && !event.altKey;
      const target = event.target as Element;
      const isIn = (selector: string) => target.closest(selector) !== null;
      const confirmed = asking ?? first;
      const no = card.actions.find(({ refuses }) => refuses);
      const inEditor = isIn('.jp-Cellwright-code');
      if (nativeEvent.isComposing) {
        return;
      }
      if (
        key === 'Enter' &&
        confirmed &&
        ((accel && !shiftKey) || isFormField(target))
      ) {
        claim(event);
        // A held key decides nothing.
        if (!event.repeat) {
          press(confirmed, nativeEvent);
        }
      } else if (key === 'Backspace' && accel && shiftKey && no) {
        claim(event);
        if (no !== asking) {
          press(no, nativeEvent);
        }
      } else if (key === 'Tab' && inEditor && !isIn('.jp-mod-writable')) {
        // Otherwise it would be written into the text, instead of moving on.
        event.stopPropagation();
      } else if (
        key === 'Escape' &&
        // A menu, and CodeMirror's own search field, close by themselves.
        !isIn('[role="menu"], .cm-panel')
      ) {
        if (isIn('.jp-Cellwright-remark')) {
          claim(event);
          onBack();
        } else if (root.current && isIn('.jp-Cellwright-card')) {
          claim(event);
          if (inEditor) {
            root.current.focus();
          } else {
            focusComposer(root.current);
          }
        }
      }
    }
  };
}

/**
 * A field in which Enter sends the form. The browser's own form submission does
 * not count, because any code in the page can trigger it. Arguments of a call
 * are no form: it runs when it is approved.
 */
function isFormField(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.closest('.jp-Cellwright-form, .jp-Cellwright-remark') !== null &&
    target.closest('.jp-Cellwright-arguments') === null &&
    !['button', 'checkbox', 'radio', 'file'].includes(target.type)
  );
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
  const rules = new Rules(store);
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
      rules.setCode(rule, true, event, id);
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
      ? isOwnHand(store, event, id)
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
    store.events.catchUp();
    main.setState(({ sent }) => ({
      sent: Object.keys(ids).reduce(omit, sent)
    }));
  });
}
