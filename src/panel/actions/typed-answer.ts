import type { IPanelState } from '../state/panel-state';
import type { PanelStore } from '../stores/panel-store';
import { answersOf } from '../stores/answers';
import { decisionsOf } from '../stores/decisions';
import { NO_ANSWER } from './decisions';

/**
 * The open question that words can answer: the first one, unless it asks
 * several things at once. Null if there is none.
 */
export function questionFor({
  thread,
  sent,
  opening,
  attachments,
  reading
}: IPanelState): string | null {
  const answerable = (id: string): boolean => {
    const item = thread.items[id];
    if (item?.kind === 'call') {
      return item.review?.card.body.kind === 'question';
    }
    if (item?.kind !== 'interrupt') {
      return false;
    }
    const { interrupt } = item;
    return interrupt.kind === 'option'
      ? interrupt.other
      : interrupt.kind === 'clarification' && interrupt.questions.length === 1;
  };
  return opening !== null || attachments.length + reading.length > 0
    ? null
    : (thread.pending.find(id => !(id in sent) && answerable(id)) ?? null);
}

/** Whether Enter answers the question with the draft. */
export function answersOnEnter(state: IPanelState): boolean {
  const question = questionFor(state);
  return question !== null && state.draftBegunAt.includes(question);
}

/** Whether a question is open, or another card that words can reject. */
export function typingFor(state: IPanelState): 'question' | 'card' | null {
  const { thread, sent, opening, attachments, reading } = state;
  if (questionFor(state) !== null) {
    return 'question';
  }
  return opening === null &&
    attachments.length + reading.length === 0 &&
    thread.pending.some(id => {
      const item = thread.items[id];
      return (
        !(id in sent) &&
        item?.kind === 'call' &&
        item.review?.card.allowedDecisions.includes('reject') === true
      );
    })
    ? 'card'
    : null;
}

/**
 * Answers the open question with the draft. @returns whether the answer was
 * sent.
 */
export function answerTyped(store: PanelStore, event: Event): boolean {
  const state = store.main.getState();
  const id = questionFor(state);
  const item = id === null ? undefined : state.thread.items[id];
  const words = state.draft.trim();
  if (id === null || !words) {
    return false;
  }
  const { chosen } = state.answers[id] ?? NO_ANSWER;
  const given = (multiple: boolean) => ({
    chosen: multiple ? chosen : [],
    other: words
  });
  let isSent = false;
  if (item?.kind === 'call' && item.review?.card.body.kind === 'question') {
    const decisions = decisionsOf(store);
    decisions.setAnswer(id, given(item.review.card.body.multiple));
    isSent = decisions.respond(id, event);
  } else if (item?.kind === 'interrupt') {
    const answers = answersOf(store);
    const { interrupt } = item;
    if (interrupt.kind === 'option') {
      answers.setAnswer(id, given(interrupt.multiple));
      isSent = answers.choose(id, event);
    } else if (interrupt.kind === 'clarification') {
      const [question] = interrupt.questions;
      isSent = answers.answer(
        id,
        { action: 'answer', answers: { [question.id]: words } },
        event
      );
    }
  }
  if (isSent) {
    store.composing.setDraft('');
  }
  return isSent;
}

/** Rejects the open card, or all of them, with the draft as the reason. */
export function rejectTyped(store: PanelStore): void {
  decisionsOf(store).rejectAll(store.main.getState().draft);
  store.composing.setDraft('');
}
