import type { ReactNode } from 'react';
import { useFieldId } from './use-field-id';

/** A labelled field of a form, with its hint. */
export function Field({
  label,
  hint,
  children
}: {
  label: string;
  hint?: ReactNode;
  /** Renders the field itself, given the ids of its label and hint. */
  children(ids: { id: string; 'aria-describedby'?: string }): ReactNode;
}) {
  const id = useFieldId();
  const hintId = `${id}-hint`;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(hint ? { 'aria-describedby': hintId } : {}) })}
      {hint ? (
        <p className="jp-Cellwright-hint" id={hintId}>
          {hint}
        </p>
      ) : null}
    </>
  );
}
