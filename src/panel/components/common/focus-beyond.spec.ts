import { CARD_ATTRIBUTE } from '../../trust/is-persons-event';
import { focusBeyond } from './focus-beyond';

function page(cards: number): HTMLElement[] {
  document.body.innerHTML =
    '<div class="jp-Cellwright-panel">' +
    `<div ${CARD_ATTRIBUTE}="" tabindex="-1"><button>Approve</button></div>`.repeat(
      cards
    ) +
    '<textarea class="jp-Cellwright-composerInput"></textarea></div>';
  const found = Array.from(
    document.querySelectorAll<HTMLElement>(`[${CARD_ATTRIBUTE}]`)
  );
  found[0].querySelector('button')?.focus();
  return found;
}

const task = () => new Promise(resolve => setTimeout(resolve));

describe('focus that leaves a card', () => {
  it('goes to the next open card, else to the one before, else to the message box', async () => {
    const [first, second] = page(2);
    focusBeyond(first);
    await task();
    expect(document.activeElement).toBe(second);
    focusBeyond(second);
    await task();
    expect(document.activeElement).toBe(first);
    first.setAttribute('data-sent', '');
    focusBeyond(second);
    await task();
    expect(document.activeElement?.className).toContain('composerInput');
  });

  it('moves in a task of its own, so the decision is on its way first', async () => {
    const [card] = page(1);
    focusBeyond(card);
    await Promise.resolve();
    expect(card.contains(document.activeElement)).toBe(true);
    await task();
    expect(card.contains(document.activeElement)).toBe(false);
  });

  it('moves also where the card is gone by then', async () => {
    const [card] = page(1);
    focusBeyond(card);
    card.remove();
    await task();
    expect(document.activeElement?.className).toContain('composerInput');
  });
});
