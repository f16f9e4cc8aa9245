import { CARD_ATTRIBUTE } from '../../trust/is-persons-event';

/**
 * Moves focus when a card is done with it: to the next open card, else to the
 * composer. Called before the card collapses, so that focus is never lost.
 */
export function focusBeyond(card: HTMLElement): void {
  const panel = card.closest('.jp-Cellwright-panel');
  const cards = Array.from(
    panel?.querySelectorAll<HTMLElement>(`[${CARD_ATTRIBUTE}]`) ?? []
  ).filter(other => other === card || !other.hasAttribute('data-sent'));
  const at = cards.indexOf(card);
  const next = cards[at + 1] ?? cards[at - 1];
  if (next) {
    next.focus();
  } else {
    focusComposer(card);
  }
}

/** One level out from a card. */
export function focusComposer(from: Element): void {
  from
    .closest('.jp-Cellwright-panel')
    ?.querySelector<HTMLElement>('.jp-Cellwright-composerInput')
    ?.focus();
}
