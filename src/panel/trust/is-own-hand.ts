import type { IPanelServices } from '../state/panel-services';

/**
 * Whether an event is the person's own, and on the card in question. Everything
 * that can let something run asks here first, once per event; a refusal is
 * announced.
 *
 * @param card id of the call or question; null for what is on no card.
 */
export function isOwnHand(
  event: Event,
  { isTrusted, trans }: Pick<IPanelServices, 'isTrusted' | 'trans'>,
  announce: (text: string) => void,
  card: string | null = null
): boolean {
  const trusted = isTrusted(event, card);
  if (!trusted) {
    announce(
      trans.__(
        'Only a real click or key press can decide. If the card has just appeared, please press again.'
      )
    );
  }
  return trusted;
}
