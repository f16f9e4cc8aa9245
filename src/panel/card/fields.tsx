import { Fragment } from 'react';

import { SelectField, TextField } from '../components/common/field';
import { Unfolding } from '../components/common/folding-line';
import { visibleProse } from '../render/visible-text';
import type { Press } from './action-button';
import type { Field } from './card';
import { CheckBox, ChoiceField } from './choice-field';
import { CodeField } from './code-field';
import { JsonField, visibleOptions } from './json-field';
import { RowsField } from './rows-field';

export type SetField = (name: string, value: unknown) => void;

/** The fields of a card, those of one group under its heading. */
export function Fields({
  fields,
  disabled,
  press,
  onChange
}: {
  fields: readonly Field[];
  disabled: boolean;
  press?: Press;
  onChange: SetField;
}) {
  const drawn = (some: readonly Field[]) =>
    some.map(field => (
      <div
        key={field.name}
        className={'jp-Cellwright-field' + (field.short ? '' : ' jp-mod-wide')}
      >
        <OneField
          field={field}
          disabled={disabled}
          press={press}
          onChange={value => onChange(field.name, value)}
        />
      </div>
    ));
  const places = [...new Set(fields.map(({ group, fold }) => fold ?? group))];
  return (
    <>
      {places.map(place => {
        const own = fields.filter(
          ({ group, fold }) => (fold ?? group) === place
        );
        const content = (
          <div className="jp-Cellwright-fields">{drawn(own)}</div>
        );
        return place === undefined ? (
          <Fragment key="">{content}</Fragment>
        ) : own[0].fold === undefined ? (
          <fieldset key={place} className="jp-Cellwright-fieldGroup">
            <legend>{place}</legend>
            {content}
          </fieldset>
        ) : (
          <div key={place}>
            <Unfolding label={place}>{content}</Unfolding>
          </div>
        );
      })}
    </>
  );
}

function OneField({
  field,
  disabled,
  press,
  onChange
}: {
  field: Field;
  disabled: boolean;
  press?: Press;
  onChange(value: unknown): void;
}) {
  const shared = {
    label: visibleProse(field.label),
    hint: field.hint && visibleProse(field.hint),
    disabled,
    onChange
  };
  switch (field.kind) {
    case 'text':
      return (
        <TextField
          {...shared}
          type={field.type}
          lines={field.lines}
          maxLength={field.max}
          placeholder={field.placeholder}
          spellCheck={undefined}
          value={field.value}
        />
      );
    case 'select':
      return (
        <SelectField
          {...shared}
          value={field.value}
          options={visibleOptions(field.options)}
        />
      );
    case 'switch':
      return (
        <CheckBox
          label={field.label}
          hint={field.hint}
          checked={field.value}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case 'choice':
      return <ChoiceField {...field} disabled={disabled} onChange={onChange} />;
    case 'code':
      return <CodeField {...field} disabled={disabled} onChange={onChange} />;
    case 'json':
      return <JsonField {...field} disabled={disabled} onChange={onChange} />;
    case 'rows':
      return (
        <RowsField
          {...field}
          disabled={disabled}
          press={press}
          onChange={onChange}
        />
      );
  }
}
