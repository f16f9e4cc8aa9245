import { readArguments } from '../../contract/text/read-arguments';
import { visibleProse } from '../render/visible-text';
import type { Option, Values } from './card';
import { isRecord } from '../../contract/util/is-record';

/** One property of a flat schema, as a field. */
export interface FlatPart {
  name: string;
  label: string;
  hint?: string;
  required: boolean;
  hasDefault: boolean;
  /** Whether its text has more than a line at first. */
  isTall: boolean;
  type: 'text' | 'number' | 'date' | 'switch' | 'select' | 'many';
  options: readonly Option[];
}

/** What the keywords of a property may be; with another it may mean more. */
const KNOWN = new Set(
  'type title description default examples enum enumNames oneOf anyOf items format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems'.split(
    ' '
  )
);

/** The JavaScript type of a value, by its type in a schema. */
const KINDS: Record<string, keyof typeof TYPES | undefined> = {
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  string: 'string'
};
const TYPES = { boolean: 'switch', number: 'number', string: 'text' } as const;

/**
 * The fields of somebody else's schema, if its properties are plain values; null
 * if they would show less than is sent, or could not be read.
 */
export function flatParts(
  { properties, required }: Values,
  values: Values
): FlatPart[] | null {
  const given = JSON.stringify([properties, values]);
  if (!isRecord(properties) || visibleProse(given) !== given) {
    return null;
  }
  const needs = Array.isArray(required) ? required : [];
  const parts = Object.entries(properties).map(([name, part]) =>
    isRecord(part)
      ? flatPart(name, part, needs.includes(name), values[name])
      : null
  );
  return Object.keys(values).every(name => Object.hasOwn(properties, name)) &&
    parts.every(part => part !== null)
    ? parts
    : null;
}

function flatPart(
  name: string,
  part: Values,
  required: boolean,
  value: unknown
): FlatPart | null {
  const isMany = part.type === 'array';
  const options = optionsOf(isRecord(part.items) ? part.items : part);
  const kind = isMany ? undefined : KINDS[String(part.type)];
  const type = isMany
    ? 'many'
    : options
      ? 'select'
      : kind === 'string' && part.format === 'date'
        ? 'date'
        : kind && TYPES[kind];
  const fits =
    value === undefined ||
    (options
      ? isMany === Array.isArray(value) &&
        [value].flat().every(each => options.some(one => one.value === each))
      : typeof value === kind);
  return !type ||
    !fits ||
    (isMany && !options) ||
    !Object.keys(part).every(key => KNOWN.has(key)) ||
    (!options && ('oneOf' in part || 'anyOf' in part || 'items' in part))
    ? null
    : {
        name,
        label: typeof part.title === 'string' ? part.title : name,
        ...(typeof part.description === 'string' && { hint: part.description }),
        required,
        hasDefault: 'default' in part,
        isTall: type === 'text' && /\n|.{61}/.test(String(value ?? '')),
        type,
        options: options ?? []
      };
}

/** Its values, if it names all of them and they are texts. */
function optionsOf({
  enum: values,
  enumNames: names,
  oneOf,
  anyOf
}: Values): Option[] | null {
  const each = oneOf ?? anyOf;
  const pairs: unknown[][] | null = Array.isArray(values)
    ? values.map((value, at) => [
        value,
        Array.isArray(names) ? names[at] : undefined
      ])
    : Array.isArray(each)
      ? each.map(one => (isRecord(one) ? [one.const, one.title] : []))
      : null;
  return pairs?.every(([value]) => typeof value === 'string')
    ? pairs.map(([value, name]) => ({
        value: String(value),
        // They say which value is sent, whatever a server calls it.
        label:
          name === undefined || name === value
            ? String(value)
            : `${String(value)} (“${String(name)}”)`
      }))
    : null;
}

/** The values with the defaults of a schema; those given come first. */
export function withDefaults(
  { properties, required }: Values,
  values: Values
): Values {
  const needs = Array.isArray(required) ? required : [];
  return {
    ...Object.fromEntries(
      Object.entries(isRecord(properties) ? properties : {}).flatMap(
        ([name, part]) =>
          !isRecord(part)
            ? []
            : 'default' in part
              ? [[name, part.default]]
              : part.type === 'boolean' && needs.includes(name)
                ? [[name, false]]
                : []
      )
    ),
    ...values
  };
}

/** Values as they are, or as JSON; null if that is not valid. */
export function readValues(typed: unknown): Record<string, unknown> | null {
  return typeof typed === 'string'
    ? readArguments(typed)
    : isRecord(typed)
      ? { ...typed }
      : {};
}
