import { useEffect, useRef } from 'react';

import { usePanel, usePanelState } from '../common/panel-context';
import { decisionsOf } from '../../actions/decisions';

/** Asks for a reason, on one line, before a rejection is sent. */
export function ReasonField({
  name,
  label,
  disabled = false,
  onSend,
  onBack
}: {
  /** Key of the reason in the store. */
  name: string;
  label: string;
  /** Whether sending is disabled for now; the text stays. */
  disabled?: boolean;
  onSend: (reason: string) => void;
  onBack: () => void;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const reason = usePanelState(state => state.rejecting[name] ?? '');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      className="jp-Cellwright-reason"
      onSubmit={event => {
        event.preventDefault();
        onSend(reason);
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.stopPropagation();
          onBack();
        }
      }}
    >
      <input
        ref={input}
        type="text"
        className="jp-Cellwright-input"
        aria-label={label}
        placeholder={trans.__('Why not? (optional)')}
        value={reason}
        onChange={event =>
          decisionsOf(store).setReason(name, event.target.value)
        }
        onKeyDown={event => {
          // An Enter that ends a composition does not send.
          if (event.key === 'Enter' && event.nativeEvent.isComposing) {
            event.preventDefault();
          }
        }}
      />
      <button
        type="submit"
        className="jp-Cellwright-button"
        disabled={disabled}
      >
        {trans.__('Send rejection')}
      </button>
      <button
        type="button"
        className="jp-Cellwright-button jp-mod-quiet"
        onClick={onBack}
      >
        {trans.__('Back')}
      </button>
    </form>
  );
}
