import { usePanel } from '../components/common/panel-context';
import { useFieldId } from '../components/common/use-field-id';
import { visibleProse } from '../render/visible-text';
import type { Choice, Field } from './card';

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

/** A choice of one or several options, and own words where they are allowed. */
export function ChoiceField({
  label,
  options,
  many = false,
  own,
  isNamed = false,
  value: { chosen, other },
  disabled,
  onChange
}: Omit<Field & { kind: 'choice' }, 'name' | 'kind'> & {
  disabled: boolean;
  onChange(value: Choice): void;
}) {
  const { trans } = usePanel().services;
  const name = useFieldId();
  const type = many ? 'checkbox' : 'radio';
  return (
    <fieldset
      className="jp-Cellwright-answers"
      aria-label={isNamed ? visibleProse(label) : undefined}
      disabled={disabled}
    >
      {isNamed ? null : <legend>{visibleProse(label)}</legend>}
      {options.map(option => (
        <CheckBox
          key={option.value}
          label={option.label}
          hint={option.hint}
          type={type}
          name={name}
          checked={chosen.includes(option.value)}
          onChange={on =>
            onChange(
              !many
                ? { chosen: [option.value], other: null }
                : {
                    other,
                    chosen: on
                      ? [...chosen, option.value]
                      : chosen.filter(each => each !== option.value)
                  }
            )
          }
        />
      ))}
      {own !== undefined && options.length > 0 ? (
        <CheckBox
          label={trans.__('Something else')}
          type={type}
          name={name}
          checked={other !== null}
          onChange={on =>
            onChange({
              chosen: many ? chosen : [],
              other: on ? (other ?? '') : null
            })
          }
        />
      ) : null}
      {own !== undefined && (options.length === 0 || other !== null) ? (
        <textarea
          // Where the person has just asked for it.
          autoFocus={options.length > 0 && !other}
          className="jp-Cellwright-input"
          rows={2}
          maxLength={2000}
          aria-label={visibleProse(own)}
          placeholder={trans.__('In your own words')}
          value={other ?? ''}
          onChange={({ target }) => onChange({ chosen, other: target.value })}
        />
      ) : null}
    </fieldset>
  );
}
