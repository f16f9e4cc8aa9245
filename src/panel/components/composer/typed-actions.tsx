import { useRef } from 'react';

import { Button } from '../common/button';
import { ENGLISH } from '../../../contract';
import { answer } from '../../card/answer';
import { askedIn, shownBy, typedOn } from '../../card/asked';
import {
  CARD_ATTRIBUTE,
  DECIDES,
  useWatched
} from '../../trust/is-persons-event';
import { focusComposer } from '../common/focus';
import { usePanel, usePanelState } from '../common/panel-context';
import { choiceIn, type Card } from '../../card/card';
import { ALL_CARDS, type IPanelState } from '../../state/panel-state';
import type { PanelStore } from '../../stores/panel-store';

/** What can be done with typed words while a card is open. */
export function TypedActions() {
  const { store, trans } = usePanel();
  const card = usePanelState(cardFor);
  const what = usePanelState(state => card && wayOf(state, card)?.as);
  const root = useRef<HTMLDivElement>(null);
  useWatched(
    root,
    usePanelState(state => card && shownBy(state, card))
  );
  const answers = usePanelState(answersOnEnter);
  const several = usePanelState(state => state.thread.pending.length > 1);
  if (!card || !what) {
    return null;
  }
  const enter = <kbd aria-hidden="true">⏎</kbd>;
  return (
    <div
      ref={root}
      className="jp-Cellwright-typed"
      {...{ [CARD_ATTRIBUTE]: card }}
    >
      <Button
        {...DECIDES}
        look="small"
        onClick={({ currentTarget, nativeEvent }) => {
          if (sendWords(store, card, nativeEvent)) {
            focusComposer(currentTarget);
          }
        }}
      >
        {what === 'answer'
          ? trans.__('Answer with this')
          : what === 'change'
            ? trans.__('Change it with this')
            : several && card === ALL_CARDS
              ? trans.__('Reject all with this')
              : trans.__('Reject with this')}
        {answers ? enter : null}
      </Button>
      <Button
        look="small"
        onClick={({ currentTarget }) => {
          focusComposer(currentTarget);
          store.sending.send();
        }}
      >
        {trans.__('Say it after')}
        {answers ? null : enter}
      </Button>
    </div>
  );
}

/** What the draft can be said to while cards are open; null for none. */
function cardFor(state: IPanelState): string | null {
  return isPlain(state) ? (questionFor(state) ?? refusedBy(state)) : null;
}

/** How words answer a card; null if they do not. */
function wayOf(
  state: IPanelState,
  id: string
): NonNullable<Card['typed']> | null {
  // Which way it is has no words of its own.
  return id in state.sent
    ? null
    : (askedIn(state, id)?.cardOf({}, ENGLISH).typed ?? null);
}

/** Files are no answer, and nothing is answered before it is open. */
function isPlain({ opening, attachments, reading }: IPanelState): boolean {
  return opening === null && attachments.length + reading.length === 0;
}

/**
 * The open question that words can answer: the first one, unless it asks
 * several things at once. Null if there is none.
 */
export function questionFor(state: IPanelState): string | null {
  return isPlain(state)
    ? (state.thread.pending.find(id => wayOf(state, id)?.as === 'answer') ??
        null)
    : null;
}

/** Whether Enter answers the question with the draft, which was begun for it. */
export function answersOnEnter(state: IPanelState): boolean {
  const question = questionFor(state);
  return (
    question !== null &&
    question ===
      state.draftBegunAt.find(id => {
        const item = state.thread.items[id];
        return (
          item?.kind !== 'call' || item.review?.card.body.kind === 'question'
        );
      })
  );
}

/** The card, or all of them, that words reject or change; null for none. */
function refusedBy(state: IPanelState): string | null {
  const { pending, items } = state.thread;
  const isRejectable = pending.some(id => {
    const item = items[id];
    return (
      !(id in state.sent) &&
      item?.kind === 'call' &&
      item.review?.card.allowedDecisions.includes('reject')
    );
  });
  return isRejectable
    ? ALL_CARDS
    : (pending.find(id => {
        const way = wayOf(state, id);
        return way !== null && way.as !== 'answer';
      }) ?? null);
}

/** Sends the draft to a card. @returns whether it was sent. */
function sendWords(store: PanelStore, id: string, event: Event): boolean {
  const state = store.main.getState();
  const words = state.draft.trim();
  const way = wayOf(state, id);
  const asked = askedIn(state, id);
  if (!way || !asked || words === '') {
    return false;
  }
  const typed = typedOn(state, id, asked.hash);
  const field = asked
    .cardOf(typed, store.services.trans)
    .fields.find(({ name }) => name === way.field);
  const given =
    field?.kind === 'choice'
      ? {
          chosen: field.many
            ? choiceIn(typed, field.name, field.options).chosen
            : [],
          other: words
        }
      : words;
  const isSent = answer(store, id, way.action, event, {
    ...typed,
    [way.field]: given
  });
  if (isSent) {
    store.composing.setDraft('');
  }
  return isSent;
}

/** Answers the open question with the draft. */
export function answerTyped(store: PanelStore, event: Event): void {
  const question = questionFor(store.main.getState());
  if (question !== null) {
    sendWords(store, question, event);
  }
}
