import { CARD_ATTRIBUTE } from '../../trust/is-persons-event';
import { focusBeyond, focusBeyondSoon } from './focus-beyond';

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
  it('goes to the next open card, else to the one before, else to the message box', () => {
    const [first, second] = page(2);
    focusBeyond(first);
    expect(document.activeElement).toBe(second);
    focusBeyond(second);
    expect(document.activeElement).toBe(first);
    first.setAttribute('data-sent', '');
    focusBeyond(second);
    expect(document.activeElement?.className).toContain('composerInput');
  });

  it('moves in a task of its own after a decision, which is on its way first', async () => {
    const [card] = page(1);
    focusBeyondSoon(card);
    await Promise.resolve();
    expect(card.contains(document.activeElement)).toBe(true);
    await task();
    expect(card.contains(document.activeElement)).toBe(false);
  });

  it('moves also where the card is gone by then', async () => {
    const [card] = page(1);
    focusBeyondSoon(card);
    card.remove();
    await task();
    expect(document.activeElement?.className).toContain('composerInput');
  });

  it('stays where somebody has moved it meanwhile', async () => {
    const [first, second] = page(2);
    focusBeyondSoon(first);
    second.querySelector('button')?.focus();
    await task();
    expect(second.contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.localName).toBe('button');
  });
});
