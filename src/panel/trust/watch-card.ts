import { useLayoutEffect, type RefObject } from 'react';

/** Attribute of a card's element, holding the id of its call or question. */
export const CARD_ATTRIBUTE = 'data-cellwright-card';

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
