import { Fragment, useContext, useState } from 'react';

import type { ITranslator } from '../../contract';
import { readArguments } from '../../contract/text/read-arguments';
import { Button } from '../components/common/button';
import {
  CheckBox,
  Field as Labelled,
  SelectField,
  TextField
} from '../components/common/field';
import { Unfolding } from '../components/common/folding-line';
import { usePanel } from '../components/common/panel-context';
import { useFieldId } from '../components/common/use-field-id';
import {
  HIDDEN_CHARACTERS,
  visibleProse,
  visibleText
} from '../render/visible-text';
import { CardContext } from './action-button';
import type { Choice, Field, Option, Values } from './card';
import { CardCode } from './card-code';
import {
  flatParts,
  readValues,
  withDefaults,
  type FlatPart
} from './flat-schema';
import { RowsField } from './rows-field';

export type SetField = (name: string, value: unknown) => void;

/** The fields of a card, those of one group under its heading. */
export function Fields({
  fields,
  onChange
}: {
  fields: readonly Field[];
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
  onChange
}: {
  field: Field;
  onChange(value: unknown): void;
}) {
  const { disabled } = useContext(CardContext);
  const shared = {
    label: visibleProse(field.label),
    hint: field.hint && visibleProse(field.hint),
    required: field.required,
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
      return <ChoiceField {...field} onChange={onChange} />;
    case 'code':
      return <CodeField {...field} onChange={onChange} />;
    case 'json':
      return <JsonField {...field} onChange={onChange} />;
    case 'rows':
      return <RowsField {...field} onChange={onChange} />;
  }
}

/** A choice of one or several options, and own words where they are allowed. */
function ChoiceField({
  label,
  options,
  many = false,
  own,
  isNamed = false,
  value: { chosen, other },
  onChange
}: Omit<Field & { kind: 'choice' }, 'name' | 'kind'> & {
  onChange(value: Choice): void;
}) {
  const { trans } = usePanel();
  const { disabled } = useContext(CardContext);
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

/**
 * What a call runs or writes. Of a server's tool it is the JSON that is sent;
 * while that is edited, there is a form above it, whose words are the server's
 * own.
 */
function CodeField({
  label,
  value: text,
  isOpen,
  schema,
  onChange,
  ...look
}: Omit<Field & { kind: 'code' }, 'kind' | 'name'> & {
  onChange(text: string): void;
}) {
  const { trans } = usePanel();
  const { disabled } = useContext(CardContext);
  const [asked, setAsked] = useState(false);
  const writable = isOpen && !disabled;
  // Text that is not valid JSON can only be corrected as text.
  const values = schema && writable ? readArguments(text) : null;
  const hasForm =
    schema && values ? (flatParts(schema, values)?.length ?? 0) > 0 : false;
  return (
    <div className={schema && 'jp-Cellwright-arguments'}>
      {schema && values && hasForm && !asked ? (
        <JsonField
          label={label}
          isNamed={true}
          schema={schema}
          value={withDefaults(schema, values)}
          onChange={typed =>
            // With the defaults that the form shows again.
            onChange(
              JSON.stringify(withDefaults(schema, typed as Values), null, 2)
            )
          }
        />
      ) : null}
      <CardCode
        {...look}
        label={label}
        text={text}
        writable={writable && (!hasForm || asked)}
        onChange={onChange}
      />
      {hasForm ? (
        <Button
          look="link"
          aria-pressed={asked}
          onClick={() => setAsked(!asked)}
        >
          {trans.__('Edit as JSON')}
        </Button>
      ) : null}
    </div>
  );
}

/** Values that fit a schema: a field for each if it is flat, else JSON. */
function JsonField({
  label,
  schema,
  isNamed = false,
  value,
  onChange
}: Omit<Field & { kind: 'json' }, 'kind' | 'name'> & {
  onChange(value: unknown): void;
}) {
  const { trans } = usePanel();
  const { disabled } = useContext(CardContext);
  const shown = visibleProse(label);
  const values = typeof value === 'string' ? null : (readValues(value) ?? {});
  const [parts] = useState(() => values && flatParts(schema, values));
  return parts && values ? (
    <div className="jp-Cellwright-form" role="group" aria-label={shown}>
      {isNamed ? null : <p className="jp-Cellwright-hint">{shown}</p>}
      {parts.map(part => (
        <OneField
          key={part.name}
          field={partField(part, values[part.name], trans)}
          onChange={typed => {
            const { [part.name]: _, ...others } = values;
            const given = partValue(part, typed);
            onChange(
              given === undefined ? others : { ...values, [part.name]: given }
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

/** A part of a flat schema, as a field. */
function partField(
  { name, label, hint, type, required, isTall, options }: FlatPart,
  value: unknown,
  trans: ITranslator
): Field {
  const text = value === undefined ? '' : String(value);
  const shared = { name, label, hint, required };
  switch (type) {
    case 'switch':
      return { name, label, kind: 'switch', value: value === true };
    case 'many':
      return {
        name,
        label,
        kind: 'choice',
        many: true,
        options,
        value: { chosen: (value ?? []) as string[], other: null }
      };
    case 'select':
      return {
        ...shared,
        kind: 'select',
        value: text,
        options:
          required && text !== ''
            ? options
            : [{ value: '', label: trans.__('Choose') }, ...options]
      };
    default:
      return {
        ...shared,
        kind: 'text',
        type: type === 'text' ? undefined : type,
        value: text,
        lines: isTall ? Math.min(12, text.split('\n').length + 1) : undefined
      };
  }
}

/** What is sent for what its field holds; undefined for nothing. */
function partValue(
  { type, required, hasDefault }: FlatPart,
  typed: unknown
): unknown {
  return type === 'many'
    ? (typed as Choice).chosen
    : typed === '' && !(type === 'text' && (required || hasDefault))
      ? undefined
      : type === 'number'
        ? Number(typed)
        : typed;
}

/** Options with what they are called in characters that can be seen. */
function visibleOptions(options: readonly Option[]) {
  return options.map(({ value, label }) => ({
    value,
    label: visibleProse(label)
  }));
}
