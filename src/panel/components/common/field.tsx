import {
  createElement,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes
} from 'react';

import { visibleProse } from '../../render/visible-text';
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

/** A field for text; without `value`, only the page keeps it. */
export function TextField({
  label,
  hint,
  field,
  lines,
  type = 'text',
  onChange,
  ...input
}: IFieldProps & {
  field?: Ref<HTMLInputElement>;
  /** How many lines of text it shows; a single one if not given. */
  lines?: number;
  onChange?(text: string): void;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'>) {
  return (
    <Field label={label} hint={hint}>
      {ids =>
        createElement(lines ? 'textarea' : 'input', {
          spellCheck: false,
          ...(lines ? { rows: lines } : { type }),
          ...(type === 'number' && { step: 'any' }),
          ...ids,
          ...input,
          ref: field,
          className: 'jp-Cellwright-input',
          onChange:
            onChange &&
            (({ target }: { target: { value: string } }) =>
              onChange(target.value))
        })
      }
    </Field>
  );
}

interface ISelectProps extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'onChange'
> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  onChange(value: string): void;
}

/** A choice of one of a few values. */
export function Select({ options, onChange, ...select }: ISelectProps) {
  return (
    <select
      className="jp-Cellwright-mode"
      {...select}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map(({ value, label, disabled }, index) => (
        <option key={index} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The same, with a label. */
export function SelectField({
  label,
  hint,
  ...select
}: IFieldProps & ISelectProps) {
  return (
    <Field label={label} hint={hint}>
      {ids => <Select {...ids} {...select} className="jp-Cellwright-input" />}
    </Field>
  );
}

/** A box to tick, or one of several of a name. */
export function CheckBox({
  label,
  hint,
  ...input
}: {
  label: string;
  hint?: string;
  type?: 'checkbox' | 'radio';
  name?: string;
  checked: boolean;
  disabled?: boolean;
  onChange(on: boolean): void;
}) {
  return (
    <label className="jp-Cellwright-check">
      <input
        type="checkbox"
        {...input}
        onChange={event => input.onChange(event.target.checked)}
      />
      <span>
        {visibleProse(label)}
        {hint ? (
          <span className="jp-Cellwright-menuHint">{visibleProse(hint)}</span>
        ) : null}
      </span>
    </label>
  );
}
