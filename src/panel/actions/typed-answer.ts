import type { IPanelState } from '../state/panel-state';
import type { PanelStore } from '../stores/panel-store';
import { answersOf } from './interrupt-answers';
import { decisionsOf } from './decisions';
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

/** What the draft can do while cards are open; null for nothing. */
export function typingFor(
  state: IPanelState
): 'answer' | 'reject' | 'change' | null {
  if (questionFor(state) !== null) {
    return 'answer';
  }
  const { opening, attachments, reading } = state;
  if (opening !== null || attachments.length + reading.length > 0) {
    return null;
  }
  const refusal = refusalOf(state, refusedBy(state));
  return refusal ? refusal.action : callsToReject(state) ? 'reject' : null;
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

/** The card of a plan or report that words reject or change; null for none. */
export function refusedBy(state: IPanelState): string | null {
  return callsToReject(state)
    ? null
    : (state.thread.pending.find(
        id => !(id in state.sent) && refusalOf(state, id) !== null
      ) ?? null);
}

function refusalOf({ thread, draft }: IPanelState, id: string | null) {
  const item = id === null ? undefined : thread.items[id];
  switch (item?.kind === 'interrupt' ? item.interrupt.kind : null) {
    case 'plan':
    case 'report-plan':
    case 'evidence':
      return { action: 'reject', reason: draft.trim() } as const;
    case 'step':
    case 'failure':
      return { action: 'change', words: draft.trim() } as const;
    default:
      return null;
  }
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

/**
 * Rejects or changes what the open card proposes, or all of them, with the draft
 * as the reason. @returns whether that was sent.
 */
export function rejectTyped(store: PanelStore, event: Event): boolean {
  const state = store.main.getState();
  const id = refusedBy(state);
  const refusal = refusalOf(state, id);
  if (id === null || refusal === null) {
    decisionsOf(store).rejectAll(state.draft);
  } else if (!answersOf(store).answer(id, refusal, event)) {
    return false;
  }
  store.composing.setDraft('');
  return true;
}
