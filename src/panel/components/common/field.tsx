import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Hint } from './notice';
import { useFieldId } from './use-field-id';

interface IFieldProps {
  label: string;
  hint?: ReactNode;
}

/** A labelled field of a form, with its hint. */
export function Field({
  label,
  hint,
  children
}: IFieldProps & {
  /** Renders the field itself, given the ids of its label and hint. */
  children(ids: { id: string; 'aria-describedby'?: string }): ReactNode;
}) {
  const id = useFieldId();
  const hintId = `${id}-hint`;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(hint ? { 'aria-describedby': hintId } : {}) })}
      <Hint id={hintId}>{hint}</Hint>
    </>
  );
}

/** A field for one line of text; without `value`, only the page keeps it. */
export function TextField({
  label,
  hint,
  field,
  onChange,
  ...input
}: IFieldProps & {
  field?: Ref<HTMLInputElement>;
  onChange?(text: string): void;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'>) {
  return (
    <Field label={label} hint={hint}>
      {ids => (
        <input
          type="text"
          spellCheck={false}
          {...ids}
          {...input}
          ref={field}
          className="jp-Cellwright-input"
          onChange={onChange && (({ target }) => onChange(target.value))}
        />
      )}
    </Field>
  );
}

/** A field to choose one of a few values. */
export function SelectField({
  label,
  hint,
  value,
  disabled,
  options,
  onChange
}: IFieldProps & {
  value: string;
  disabled?: boolean;
  options: readonly { value: string; title: string; disabled?: boolean }[];
  onChange(value: string): void;
}) {
  return (
    <Field label={label} hint={hint}>
      {ids => (
        <select
          {...ids}
          className="jp-Cellwright-input"
          value={value}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(({ title, ...option }) => (
            <option key={option.value} {...option}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
