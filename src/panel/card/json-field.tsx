import { useState } from 'react';

import {
  Field as Labelled,
  SelectField,
  TextField
} from '../components/common/field';
import { usePanel } from '../components/common/panel-context';
import { Unfolding } from '../components/common/folding-line';
import {
  HIDDEN_CHARACTERS,
  visibleProse,
  visibleText
} from '../render/visible-text';
import type { Field, Option } from './card';
import { CheckBox, ChoiceField } from './choice-field';
import { flatParts, readValues, type FlatPart } from './flat-schema';

/** Values that fit a schema: a field for each if it is flat, else JSON. */
export function JsonField({
  label,
  schema,
  isNamed = false,
  value,
  disabled,
  onChange
}: Omit<Field & { kind: 'json' }, 'kind' | 'name'> & {
  disabled: boolean;
  onChange(value: unknown): void;
}) {
  const { trans } = usePanel().services;
  const shown = visibleProse(label);
  const values = typeof value === 'string' ? null : (readValues(value) ?? {});
  const [parts] = useState(() => values && flatParts(schema, values));
  return parts && values ? (
    <div className="jp-Cellwright-form" role="group" aria-label={shown}>
      {isNamed ? null : <p className="jp-Cellwright-hint">{shown}</p>}
      {parts.map(part => (
        <Part
          key={part.name}
          part={part}
          value={values[part.name]}
          disabled={disabled}
          onChange={typed => {
            const { [part.name]: _, ...others } = values;
            onChange(
              typed === undefined ? others : { ...values, [part.name]: typed }
            );
          }}
        />
      ))}
    </div>
  ) : (
    <div className="jp-Cellwright-form">
      <Labelled label={trans.__('%1, as JSON', shown)}>
        {ids => (
          <textarea
            {...ids}
            className="jp-Cellwright-input jp-mod-code"
            rows={6}
            spellCheck={false}
            disabled={disabled}
            value={typeof value === 'string' ? value : jsonText(values)}
            onChange={event => onChange(event.target.value)}
          />
        )}
      </Labelled>
      <Unfolding label={trans.__('What may stand in it')}>
        <pre tabIndex={0}>{visibleText(JSON.stringify(schema, null, 2))}</pre>
      </Unfolding>
    </div>
  );
}

/** JSON in which each character can be seen. */
function jsonText(values: unknown): string {
  return JSON.stringify(values, null, 2).replace(HIDDEN_CHARACTERS, character =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
    ).join('')
  );
}

function Part({
  part: { label, hint, type, required, hasDefault, options },
  value,
  disabled,
  onChange
}: {
  part: FlatPart;
  value: unknown;
  disabled: boolean;
  onChange(value: unknown): void;
}) {
  const { trans } = usePanel().services;
  const text = value === undefined ? '' : String(value);
  const [isTall] = useState(type === 'text' && /\n|.{61}/.test(text));
  if (type === 'switch') {
    return (
      <CheckBox
        label={label}
        checked={value === true}
        disabled={disabled}
        onChange={onChange}
      />
    );
  }
  if (type === 'many') {
    return (
      <ChoiceField
        label={label}
        options={options}
        many={true}
        value={{ chosen: (value ?? []) as string[], other: null }}
        disabled={disabled}
        onChange={({ chosen }) => onChange(chosen)}
      />
    );
  }
  const shared = {
    label: visibleProse(label),
    hint: hint && visibleProse(hint),
    required,
    disabled,
    value: text,
    onChange: (typed: string) =>
      onChange(
        typed === '' && !(type === 'text' && (required || hasDefault))
          ? undefined
          : type === 'number'
            ? Number(typed)
            : typed
      )
  };
  return type === 'select' ? (
    <SelectField
      {...shared}
      options={[
        ...(required && text !== ''
          ? []
          : [{ value: '', label: trans.__('Choose') }]),
        ...visibleOptions(options)
      ]}
    />
  ) : (
    <TextField
      {...shared}
      type={type}
      lines={isTall ? Math.min(12, text.split('\n').length + 1) : undefined}
      spellCheck={undefined}
    />
  );
}

/** Options with what they are called in characters that can be seen. */
export function visibleOptions(options: readonly Option[]) {
  return options.map(({ value, label }) => ({
    value,
    label: visibleProse(label)
  }));
}
