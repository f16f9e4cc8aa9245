import { useEffect, useRef } from 'react';

import { usePanel } from '../common/panel-context';

/** An answer other than the ones offered. */
export function OwnWords({
  text,
  asked,
  onChange
}: {
  text: string;
  /** Whether the person has just asked for the field. */
  asked: boolean;
  onChange(text: string): void;
}) {
  const { trans } = usePanel().services;
  const field = useRef<HTMLTextAreaElement>(null);
  const empty = useRef(text === '');
  useEffect(() => {
    // A panel that was moved is mounted with the field open, and must not take
    // focus.
    if (asked && empty.current) {
      field.current?.focus();
    }
  }, [asked]);
  return (
    <textarea
      ref={field}
      className="jp-Cellwright-input"
      rows={2}
      aria-label={trans.__('Your answer')}
      placeholder={trans.__('In your own words')}
      value={text}
      onChange={event => onChange(event.target.value)}
    />
  );
}
