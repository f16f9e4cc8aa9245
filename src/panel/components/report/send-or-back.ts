import type { KeyboardEvent } from 'react';

/** Keys of a form on a card: Ctrl or Cmd and Enter sends it, Esc goes back. */
export function sendOrBack(
  canSend: boolean,
  onSend: (event: KeyboardEvent) => void,
  onBack: () => void
): (event: KeyboardEvent) => void {
  return event => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      if (canSend) {
        onSend(event);
      }
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onBack();
    }
  };
}
