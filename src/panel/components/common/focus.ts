import type { KeyboardEvent, SyntheticEvent } from 'react';

/**
 * Moves focus when a card is done with it: to the next open card, else to the
 * composer. Called before the card collapses, so that focus is never lost.
 */
export function focusBeyond(card: HTMLElement): void {
  const panel = card.closest('.jp-Cellwright-panel');
  const cards = Array.from(
    panel?.querySelectorAll<HTMLElement>('.jp-Cellwright-card') ?? []
  ).filter(other => other === card || !other.hasAttribute('data-sent'));
  const at = cards.indexOf(card);
  (cards[at + 1] ?? cards[at - 1] ?? composerOf(card))?.focus();
}

/** One level out from a card. */
export function focusComposer(from: Element): void {
  composerOf(from)?.focus();
}

function composerOf(within: Element): HTMLElement | null {
  return (
    within
      .closest('.jp-Cellwright-panel')
      ?.querySelector<HTMLElement>('.jp-Cellwright-composerInput') ?? null
  );
}

/** Keeps an event from JupyterLab and the browser. */
export function claim(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Leaves what is closest to the focus; an input method keeps its own Esc. */
export function onEscape(leave: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      claim(event);
      leave();
    }
  };
}
