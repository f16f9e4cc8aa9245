import { useEffect, useRef, type SyntheticEvent } from 'react';

import { DECIDES } from '../../trust/is-persons-event';
import { Button } from '../common/button';
import { Field } from '../common/field';
import { usePanel } from '../common/panel-context';
import { sendOrBack } from './send-or-back';

/** A remark that is sent with an answer. */
export function RemarkField({
  label,
  send,
  text,
  optional = false,
  disabled,
  onChange,
  onSend,
  onBack
}: {
  label: string;
  /** Label of the button that sends it. */
  send: string;
  text: string;
  /** Whether it may be sent empty. */
  optional?: boolean;
  disabled: boolean;
  onChange(text: string): void;
  onSend(event: SyntheticEvent): void;
  onBack(): void;
}) {
  const { trans } = usePanel().services;
  const field = useRef<HTMLTextAreaElement>(null);
  const isNew = useRef(text === '');
  useEffect(() => {
    // A panel that was moved is mounted with the field open, and must not take
    // focus.
    if (isNew.current) {
      field.current?.focus();
    }
  }, []);
  const canSend = !disabled && (optional || text.trim() !== '');
  return (
    <div
      className="jp-Cellwright-remark"
      onKeyDown={sendOrBack(canSend, onSend, onBack)}
    >
      <Field label={label}>
        {ids => (
          <textarea
            {...ids}
            ref={field}
            className="jp-Cellwright-input"
            rows={3}
            maxLength={4000}
            value={text}
            onChange={event => onChange(event.target.value)}
          />
        )}
      </Field>
      <div className="jp-Cellwright-actions jp-mod-wrap jp-mod-flush">
        <Button
          {...DECIDES}
          look="primary"
          disabled={!canSend}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={trans.__('Ctrl/Cmd+Enter')}
          onClick={onSend}
        >
          {send}
        </Button>
        <Button onClick={onBack}>{trans.__('Back')}</Button>
      </div>
    </div>
  );
}
