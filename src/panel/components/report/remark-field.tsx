import { useEffect, useRef, type SyntheticEvent } from 'react';

import { DECIDES } from '../../trust/is-persons-event';
import { Button } from '../common/button';
import { Field } from '../common/field';
import { usePanel } from '../common/panel-context';
import { sendOrBack } from './send-or-back';

/** Words that go along with an answer, before it goes out. */
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
  /** On the button that sends them. */
  send: string;
  text: string;
  /** It can go out without a word. */
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
    // A panel that is moved comes back with its words, and must not take focus.
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
