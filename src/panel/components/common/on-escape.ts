import type { KeyboardEvent } from 'react';

/** Leaves what is closest to the focus; an input method keeps its own Esc. */
export function onEscape(leave: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      leave();
    }
  };
}
