import { Fragment, type ReactNode } from 'react';

import { Field as Labelled } from '../components/common/field';
import { Unfolding } from '../components/common/folding-line';
import { visibleProse } from '../render/visible-text';
import type { Press } from './action-button';
import type { Field } from './card';
import { CheckBox, ChoiceField } from './choice-field';
import { CodeField } from './code-field';
import { JsonField } from './json-field';
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
  const label = visibleProse(field.label);
  const labelled = (
    draw: (ids: { id: string; 'aria-describedby'?: string }) => ReactNode
  ) => (
    <Labelled label={label} hint={field.hint && visibleProse(field.hint)}>
      {draw}
    </Labelled>
  );
  switch (field.kind) {
    case 'text': {
      const shared = {
        className: 'jp-Cellwright-input',
        maxLength: field.max,
        placeholder: field.placeholder,
        disabled,
        value: field.value
      };
      return labelled(ids =>
        field.lines ? (
          <textarea
            {...ids}
            {...shared}
            rows={field.lines}
            onChange={event => onChange(event.target.value)}
          />
        ) : (
          <input
            {...ids}
            {...shared}
            type={field.type ?? 'text'}
            step={field.type === 'number' ? 'any' : undefined}
            onChange={event => onChange(event.target.value)}
          />
        )
      );
    }
    case 'select':
      return labelled(ids => (
        <select
          {...ids}
          className="jp-Cellwright-input"
          disabled={disabled}
          value={field.value}
          onChange={event => onChange(event.target.value)}
        >
          {field.options.map(option => (
            <option key={option.value} value={option.value}>
              {visibleProse(option.label)}
            </option>
          ))}
        </select>
      ));
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
