import type { KeyboardEvent, RefObject } from 'react';

import { focusComposer } from '../common/focus-beyond';

/**
 * The keys of a card that asks a question: Ctrl or Cmd and Enter confirms, and
 * Esc leads to the composer.
 *
 * @param isEnough whether Enter alone confirms there.
 */
export function cardKeys(
  root: RefObject<HTMLElement | null>,
  confirm: (event: KeyboardEvent) => void,
  isEnough: (target: EventTarget) => boolean = () => false
): (event: KeyboardEvent) => void {
  return event => {
    const { key, ctrlKey, metaKey, target } = event;
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (key === 'Enter' && (ctrlKey || metaKey || isEnough(target))) {
      claim(event);
      if (!event.repeat) {
        confirm(event);
      }
    } else if (
      key === 'Escape' &&
      root.current &&
      !(target as Element).closest('[role="menu"]')
    ) {
      claim(event);
      focusComposer(root.current);
    }
  };
}

/** Keeps a key from JupyterLab and the browser. */
export function claim(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
