import { useLayoutEffect, type RefObject } from 'react';
import type { IReviewCard } from '../../contract';
import type { PanelStore } from '../stores/panel-store';

/** Attribute of a card's element, holding the id of its call or question. */
export const CARD_ATTRIBUTE = 'data-cellwright-card';

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
 * Whether an event is the person's own, and on the card in question. Everything
 * that can let something run asks here first, once per event; a refusal is
 * announced.
 *
 * @param card id of the call or question; null for what is on no card.
 */
export function isOwnHand(
  store: PanelStore,
  event: Event,
  card: string | null = null
): boolean {
  const { isTrusted, trans } = store.services;
  const trusted = isTrusted(event, card);
  if (!trusted) {
    store.announce(
      trans.__(
        'Only a real click or key press can decide. If the card has just appeared, please press again.'
      )
    );
  }
  return trusted;
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

/** How long a card is in view, or has focus, before it can be decided, in ms. */
const MOMENT = 400;

/** On a card that cannot be decided yet; its deciding buttons are pale. */
const UNSEEN = 'data-cellwright-unseen';

const seen = new WeakSet<Element>();

/** Whether a person can have read what this card shows. */
export function wasSeen(card: Element): boolean {
  return seen.has(card);
}

/**
 * Lets a card be decided once it has been shown for a moment, so that a key or
 * click meant for what stood there before does not decide it.
 *
 * @param shown what the card shows; when it changes, the moment begins again.
 * Null while there is nothing to decide.
 * @param part what has to be in view; the card itself if not given.
 */
export function useWatched(
  card: RefObject<HTMLElement | null>,
  shown: unknown,
  part = card
): void {
  useLayoutEffect(
    () =>
      shown === null || !card.current
        ? undefined
        : watchCard(card.current, part.current),
    [card, part, shown]
  );
}

/** @returns a function that ends it; the card cannot be decided then. */
export function watchCard(
  card: HTMLElement,
  part: HTMLElement | null = card
): () => void {
  let isInView = false;
  let hasFocus = card.contains(document.activeElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    if (!isInView && !hasFocus) {
      clearTimeout(timer);
      timer = undefined;
    } else {
      timer ??= setTimeout(() => {
        seen.add(card);
        card.removeAttribute(UNSEEN);
      }, MOMENT);
    }
  };
  const onFocus = ({ type }: FocusEvent) => {
    hasFocus = type === 'focusin';
    update();
  };
  const observer = new IntersectionObserver(entries => {
    isInView = entries[entries.length - 1].isIntersecting;
    update();
  });
  card.setAttribute(UNSEEN, '');
  observer.observe(part ?? card);
  card.addEventListener('focusin', onFocus);
  card.addEventListener('focusout', onFocus);
  update();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    card.removeEventListener('focusin', onFocus);
    card.removeEventListener('focusout', onFocus);
    card.removeAttribute(UNSEEN);
    seen.delete(card);
  };
}
