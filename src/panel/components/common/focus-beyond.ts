import { CARD_ATTRIBUTE } from '../../trust/is-persons-event';

/**
 * Moves focus when a card is done with it: to the next open card, else to the
 * composer. Called before the card collapses, so that focus is never lost.
 */
export function focusBeyond(card: HTMLElement): void {
  beyond(card)?.focus();
}

/**
 * The same in the next task: to move focus lays out the page, and a decision
 * goes to the disk first. Focus that somebody has moved meanwhile stays.
 */
export function focusBeyondSoon(card: HTMLElement): void {
  const next = beyond(card);
  const before = document.activeElement;
  setTimeout(() => {
    const now = document.activeElement;
    // The body has it where the focused button is gone.
    if (now === before || now === document.body) {
      next?.focus();
    }
  });
}

/** One level out from a card. */
export function focusComposer(from: Element): void {
  composerOf(from)?.focus();
}

function beyond(card: HTMLElement): HTMLElement | null | undefined {
  const panel = card.closest('.jp-Cellwright-panel');
  const cards = Array.from(
    panel?.querySelectorAll<HTMLElement>(`[${CARD_ATTRIBUTE}]`) ?? []
  ).filter(other => other === card || !other.hasAttribute('data-sent'));
  const at = cards.indexOf(card);
  return cards[at + 1] ?? cards[at - 1] ?? composerOf(card);
}

function composerOf(element: Element): HTMLElement | null | undefined {
  return element
    .closest('.jp-Cellwright-panel')
    ?.querySelector<HTMLElement>('.jp-Cellwright-composerInput');
}
