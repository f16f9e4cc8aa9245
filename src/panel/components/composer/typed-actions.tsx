import { useRef } from 'react';

import { Button } from '../common/button';
import { ENGLISH } from '../../../contract';
import { shownBy, answer, askedIn, typedOn } from '../../card/answer';
import { CARD_ATTRIBUTE, DECIDES } from '../../trust/is-persons-event';
import { useWatched } from '../../trust/watch-card';
import { focusComposer } from '../common/focus';
import { usePanel, usePanelState } from '../common/panel-context';
import { choiceIn, type Card } from '../../card/card';
import { ALL_CARDS, type IPanelState } from '../../state/panel-state';
import type { PanelStore } from '../../stores/panel-store';

/** What can be done with typed words while a card is open. */
export function TypedActions() {
  const store = usePanel();
  const { trans } = store.services;
  const what = usePanelState(typingFor);
  const card = usePanelState(state => questionFor(state) ?? refusedBy(state));
  const root = useRef<HTMLDivElement>(null);
  useWatched(
    root,
    usePanelState(state => card && shownBy(state, card))
  );
  const answers = usePanelState(answersOnEnter);
  const several = usePanelState(state => state.thread.pending.length > 1);
  if (what === null) {
    return null;
  }
  const enter = <kbd aria-hidden="true">⏎</kbd>;
  return (
    <div
      ref={root}
      className="jp-Cellwright-typed"
      {...(card === null ? {} : { [CARD_ATTRIBUTE]: card })}
    >
      <Button
        {...DECIDES}
        look="small"
        onClick={({ currentTarget, nativeEvent }) => {
          const send = what === 'answer' ? answerTyped : rejectTyped;
          if (send(store, nativeEvent)) {
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
          store.composing.send();
        }}
      >
        {trans.__('Say it after')}
        {answers ? null : enter}
      </Button>
    </div>
  );
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

/** What the draft can do while cards are open; null for nothing. */
function typingFor(state: IPanelState): 'answer' | 'reject' | 'change' | null {
  const id = questionFor(state) ?? refusedBy(state);
  return !isPlain(state) || id === null ? null : (wayOf(state, id)?.as ?? null);
}

/** Whether calls wait that words can reject. */
function callsToReject({ thread, sent }: IPanelState): boolean {
  return thread.pending.some(id => {
    const item = thread.items[id];
    return (
      !(id in sent) &&
      item?.kind === 'call' &&
      item.review?.card.allowedDecisions.includes('reject') === true
    );
  });
}

/** The card, or all of them, that words reject or change; null for none. */
function refusedBy(state: IPanelState): string | null {
  return callsToReject(state)
    ? ALL_CARDS
    : (state.thread.pending.find(id => {
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
  if (!way || !asked) {
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
  return answer(store, id, way.action, event, { ...typed, [way.field]: given });
}

/**
 * Answers the open question with the draft. @returns whether the answer was
 * sent.
 */
export function answerTyped(store: PanelStore, event: Event): boolean {
  const state = store.main.getState();
  const id = questionFor(state);
  const isSent =
    id !== null && state.draft.trim() !== '' && sendWords(store, id, event);
  if (isSent) {
    store.composing.setDraft('');
  }
  return isSent;
}

/**
 * Rejects or changes what the open card proposes, or all of them, with the draft
 * as the reason. @returns whether that was sent.
 */
function rejectTyped(store: PanelStore, event: Event): boolean {
  const id = refusedBy(store.main.getState());
  if (id === null || !sendWords(store, id, event)) {
    return false;
  }
  store.composing.setDraft('');
  return true;
}
