import type { IPanelServices } from './services';

/**
 * Whether an event is the person's own. Every way to let something run asks
 * here first; a refusal is said.
 */
export function isOwnHand(
  event: Event,
  { isTrusted, trans }: Pick<IPanelServices, 'isTrusted' | 'trans'>,
  announce: (text: string) => void
): boolean {
  const trusted = isTrusted(event);
  if (!trusted) {
    announce(
      trans.__(
        'Only a real click or key can approve. Please press the button yourself.'
      )
    );
  }
  return trusted;
}
