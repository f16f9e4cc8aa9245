import type { IReviewCard } from '../../contract';
import { CARD_ATTRIBUTE, wasSeen } from './watch-card';

export { CARD_ATTRIBUTE };

/** Attribute of a control that decides something when clicked. */
export const DECIDES = { 'data-cellwright-decides': '' };

// Read when this module is loaded, so that replacing them later has no effect.
// `isTrusted` is an own property of each event and cannot be redefined; the
// getters throw for anything that is not an event: a look-alike object, a
// proxy, an object that inherits from one.
const { apply } = Reflect;
const read = <T>(of: object, name: string): ((event: unknown) => T) => {
  const get = Object.getOwnPropertyDescriptor(of, name)?.get as () => T;
  return event => apply(get, event, []);
};
const isTrusted = read<boolean>(new Event(''), 'isTrusted');
const phaseOf = read<number>(Event.prototype, 'eventPhase');
const typeOf = read<string>(Event.prototype, 'type');
const targetOf = read<EventTarget | null>(Event.prototype, 'target');
const keyOf = read<string>(KeyboardEvent.prototype, 'key');
const [isRepeat, hasShift, hasCtrl, hasMeta] = [
  'repeat',
  'shiftKey',
  'ctrlKey',
  'metaKey'
].map(name => read<boolean>(KeyboardEvent.prototype, name));
const detailOf = read<number>(UIEvent.prototype, 'detail');
const { closest } = Element.prototype;

// A held Enter clicks a button that has focus again and again, and such a click
// does not tell that its key repeats.
let isKeyHeld = false;
for (const type of ['keydown', 'keyup']) {
  window.addEventListener(
    type,
    event => {
      if (isTrusted(event)) {
        isKeyHeld = type === 'keydown' && isRepeat(event);
      }
    },
    true
  );
}

/** Enter, or Backspace with the keys that reject: alone it takes back letters. */
const isDecidingKey = (event: unknown): boolean =>
  keyOf(event) === 'Enter' ||
  (keyOf(event) === 'Backspace' &&
    hasShift(event) &&
    (hasCtrl(event) || hasMeta(event)));

/** Events that have been used for a decision; each counts only once. */
const used = new WeakSet<object>();

/**
 * Scrolls to the first of these cards that was not in view long enough to be
 * read, as a whole or as its line. @returns whether there is one.
 */
export function showUnseen(calls: readonly IReviewCard[]): boolean {
  const cards = Array.from(
    document.querySelectorAll(`.jp-Cellwright-card[${CARD_ATTRIBUTE}]`)
  );
  for (const { callId } of calls) {
    const card = cards.find(
      each => each.getAttribute(CARD_ATTRIBUTE) === callId
    );
    if (!card || !wasSeen(card)) {
      card?.scrollIntoView?.({ block: 'center' });
      return true;
    }
  }
  return false;
}

/**
 * Whether a person is doing this now: a genuine browser event that is being
 * dispatched at this moment, either a click on a deciding control or a key that
 * decides, of no key that is held, in our panel and on the card being decided,
 * which has been shown for a moment.
 *
 * @param card id of what the card asks; null for what is on no card.
 */
export function isPersonsEvent(event: unknown, card: string | null): boolean {
  try {
    if (
      !isTrusted(event) ||
      phaseOf(event) === 0 ||
      used.has(event as object)
    ) {
      return false;
    }
    const within = (selector: string): Element | null =>
      apply(closest, targetOf(event), [selector]) as Element | null;
    const type = typeOf(event);
    const isPress =
      type === 'click'
        ? within('[data-cellwright-decides]') !== null &&
          !(isKeyHeld && detailOf(event) === 0) &&
          // The second of a double click was meant for what stood there before.
          detailOf(event) < 2
        : type === 'keydown' && isDecidingKey(event) && !isRepeat(event);
    const around = within(`[${CARD_ATTRIBUTE}]`);
    const isHere =
      within('.jp-Cellwright-root') !== null &&
      (card === null || around?.getAttribute(CARD_ATTRIBUTE) === card) &&
      (around === null || wasSeen(around));
    if (!isPress || !isHere) {
      return false;
    }
    used.add(event as object);
    return true;
  } catch (error) {
    console.warn('Cellwright: this is not an event of the browser', error);
    return false;
  }
}
