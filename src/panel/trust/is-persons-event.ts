/** Attribute of a control that decides something, by click. */
export const DECIDES = { 'data-cellwright-decides': '' };

/** Attribute of a card's element, with the id of its call or question. */
export const CARD_ATTRIBUTE = 'data-cellwright-card';

// Taken when this is loaded: what is put in their place later counts for nothing.
// `isTrusted` sits on each event and cannot be redefined; its getter throws for
// whatever is no event: an object that looks like one, a proxy, an heir.
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
const { closest } = Element.prototype;

/** Events that have decided something: each does so once. */
const used = new WeakSet<object>();

/**
 * Whether a person is doing this now: a real event of the browser's own, on its
 * way at this moment, which is a click on a control that decides or Enter, in
 * our panel, and on the card that is decided.
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
        ? within('[data-cellwright-decides]') !== null
        : type === 'keydown' && keyOf(event) === 'Enter';
    const isHere =
      within('.jp-Cellwright-root') !== null &&
      (card === null ||
        within(`[${CARD_ATTRIBUTE}]`)?.getAttribute(CARD_ATTRIBUTE) === card);
    if (!isPress || !isHere) {
      return false;
    }
    used.add(event as object);
    return true;
  } catch (error) {
    console.warn('Cellwright: this is no event of the browser', error);
    return false;
  }
}
