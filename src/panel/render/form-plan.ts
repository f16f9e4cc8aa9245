type Schema = Record<string, unknown>;

/**
 * How a form is drawn: the known parts of its schema, and the look of each
 * field.
 */
export interface IFormPlan {
  schema: Schema;
  /** In rjsf's structure: by property, `items`, `anyOf`. */
  looks: Schema;
}

/** Most fields in a form, and how deep they may be nested. */
const MOST_FIELDS = 100;
const MOST_DEPTH = 6;

/** Most lines that a text field shows at once. */
const MOST_LINES = 12;

/**
 * Keywords that decide which fields there are in ways that a form does not
 * show.
 */
const UNKNOWN = [
  '$ref',
  'allOf',
  'if',
  'then',
  'else',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'prefixItems'
];

/**
 * Keywords that a field may keep. All others are dropped, since the answer is
 * checked elsewhere.
 */
const KNOWN = [
  'title',
  'description',
  'enum',
  'enumNames',
  'const',
  'default',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems'
];

/** Formats whose field can show any text, or any text that matches. */
const FORMATS: Record<string, RegExp> = {
  email: /^/,
  uri: /^/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time':
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/
};

/**
 * A form for somebody else's schema that shows the values completely:
 * multi-line text in multi-line fields, and no field that hides part of its
 * value. It is built only from known keywords, so nothing in a schema makes it
 * large.
 *
 * @param long number of characters from which a text gets a multi-line field.
 * @returns null if the values, or the fields, do not fit into such a form.
 */
export function formPlan(
  schema: unknown,
  values: Schema,
  long = 60
): IFormPlan | null {
  let left = MOST_FIELDS;

  const field = (
    given: unknown,
    value: unknown,
    depth: number
  ): IFormPlan | null => {
    left -= 1;
    if (
      left < 0 ||
      depth > MOST_DEPTH ||
      !isObject(given) ||
      UNKNOWN.some(key => key in given)
    ) {
      return null;
    }
    for (const key of ['anyOf', 'oneOf']) {
      if (Array.isArray(given[key])) {
        return choice(given, key, value, depth);
      }
    }
    const type = typeOf(given);
    const known = withValues(picked(given, KNOWN));
    switch (type) {
      case 'object':
        return object(given, known, value, depth);
      case 'array':
        return list(given, known, value, depth);
      case 'string':
        return isBare(value) ? text(given, known, value, long) : null;
      case 'number':
      case 'integer':
      case 'boolean':
      case 'null':
        return isBare(value) ? { schema: { ...known, type }, looks: {} } : null;
      default:
        return null;
    }
  };

  const object = (
    given: Schema,
    known: Schema,
    value: unknown,
    depth: number
  ): IFormPlan | null => {
    if (value !== undefined && !isObject(value)) {
      return null;
    }
    const { properties, required, additionalProperties: more } = given;
    const own = isObject(properties) ? properties : {};
    const parts = Object.entries(own).map(
      ([name, part]) =>
        [name, field(part, value && owned(value, name), depth + 1)] as const
    );
    const others = Object.keys(value ?? {}).filter(
      name => !Object.hasOwn(own, name)
    );
    // If `additionalProperties` is missing, they are sent too, but get no
    // field.
    const isMore = more === true || isObject(more);
    const looksOfMore = others.map(name =>
      isMore
        ? field(
            isObject(more) ? more : { type: scalarType(owned(value!, name)) },
            owned(value!, name),
            depth + 1
          )
        : null
    );
    if (
      parts.some(([, part]) => part === null) ||
      looksOfMore.some(part => part === null)
    ) {
      return null;
    }
    const plans = parts as (readonly [string, IFormPlan])[];
    return {
      schema: {
        ...known,
        type: 'object',
        properties: Object.fromEntries(
          plans.map(([name, part]) => [name, part.schema])
        ),
        ...(Array.isArray(required) && { required }),
        ...(more === true && { additionalProperties: true }),
        ...(isObject(more) && {
          additionalProperties:
            looksOfMore[0]?.schema ??
            field(more, undefined, depth + 1)?.schema ??
            false
        })
      },
      looks: {
        ...Object.fromEntries(plans.map(([name, part]) => [name, part.looks])),
        ...(looksOfMore.length > 0 && {
          additionalProperties: joined(
            looksOfMore.map(part => part?.looks ?? {})
          )
        })
      }
    };
  };

  const list = (
    given: Schema,
    known: Schema,
    value: unknown,
    depth: number
  ): IFormPlan | null => {
    if (value !== undefined && !Array.isArray(value)) {
      return null;
    }
    const plans = [undefined, ...((value as unknown[] | undefined) ?? [])].map(
      one => field(given.items, one, depth + 1)
    );
    const [first] = plans;
    return first && plans.every(each => each !== null)
      ? {
          schema: { ...known, type: 'array', items: first.schema },
          looks: { items: joined(plans.map(({ looks }) => looks)) }
        }
      : null;
  };

  /** A choice between schemas: the value may match only one of them. */
  const choice = (
    given: Schema,
    key: string,
    value: unknown,
    depth: number
  ): IFormPlan | null => {
    const options = given[key] as unknown[];
    const known = picked(given, [...KNOWN, 'type']);
    if (options.every(one => isObject(one) && 'const' in one)) {
      return isBare(value) ? constants(known, key, options as Schema[]) : null;
    }
    const fits = options.filter(one => isObject(one) && isOf(one, value));
    if (value !== undefined && fits.length !== 1) {
      return null;
    }
    const plans = options.map(one =>
      isObject(one) && ('anyOf' in one || 'oneOf' in one)
        ? null
        : field(one, fits.includes(one) ? value : undefined, depth + 1)
    );
    return plans.every(each => each !== null)
      ? {
          schema: { ...known, [key]: plans.map(each => each.schema) },
          looks: { [key]: plans.map(({ looks }) => looks) }
        }
      : null;
  };

  const root = field(schema, values, 0);
  return root?.schema.type === 'object' ? root : null;
}

function text(
  given: Schema,
  known: Schema,
  value: unknown,
  long: number
): IFormPlan {
  const { format } = given;
  const isFormat =
    typeof format === 'string' &&
    Object.hasOwn(FORMATS, format) &&
    (value === undefined || FORMATS[format].test(String(value)));
  const words = typeof value === 'string' ? value : '';
  const lines = words.split(/\r\n|[\r\n]/);
  const isTall =
    !('enum' in given) &&
    !('const' in given) &&
    (lines.length > 1 || words.length > long);
  return {
    schema: {
      ...known,
      type: 'string',
      ...(isFormat && !isTall && { format })
    },
    looks: isTall
      ? {
          'ui:widget': 'textarea',
          'ui:options': {
            rows: Math.min(
              MOST_LINES,
              lines.reduce(
                (rows, line) => rows + 1 + Math.floor(line.length / 60),
                0
              )
            )
          }
        }
      : {}
  };
}

/** Names of options say which value is sent, whatever a server calls it. */
function optionName(value: unknown, name: unknown): string {
  return name === undefined || name === value
    ? String(value)
    : `${String(value)} (“${String(name)}”)`;
}

function withValues(known: Schema): Schema {
  const { enum: values, enumNames: names } = known;
  return Array.isArray(values) && Array.isArray(names)
    ? {
        ...known,
        enumNames: values.map((value, at) => optionName(value, names[at]))
      }
    : known;
}

/** A choice between values; without a type, rjsf draws nothing for it. */
function constants(
  known: Schema,
  key: string,
  options: Schema[]
): IFormPlan | null {
  const types = new Set(options.map(one => scalarType(one.const)));
  const [type] = types;
  return types.size === 1 && type !== undefined
    ? {
        schema: {
          ...known,
          type,
          [key]: options.map(one => ({
            const: one.const,
            title: optionName(one.const, one.title)
          }))
        },
        looks: {}
      }
    : null;
}

/**
 * The only type of a schema, besides `null`; null if it has none or several.
 */
function typeOf({ type, enum: options, properties }: Schema): unknown {
  if (type === undefined) {
    return isObject(properties)
      ? 'object'
      : Array.isArray(options) && options.every(one => typeof one === 'string')
        ? 'string'
        : null;
  }
  if (!Array.isArray(type)) {
    return type;
  }
  const types = type.filter(one => one !== 'null');
  return types.length === 1 ? types[0] : null;
}

function isOf(schema: Schema, value: unknown): boolean {
  const type = typeOf(schema);
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function scalarType(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].find(type => typeof value === type);
}

/**
 * Whether it is neither a list nor an object, which a single field would not
 * show.
 */
function isBare(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** Merges the looks of fields that are drawn alike. */
function joined(all: Schema[]): Schema {
  return all.reduce((one, other) => {
    const both: Schema = { ...one };
    for (const [key, look] of Object.entries(other)) {
      const before = one[key];
      both[key] =
        Array.isArray(before) && Array.isArray(look)
          ? before.map((each, at) => joined([each, look[at]] as Schema[]))
          : isObject(before) && isObject(look)
            ? key === 'ui:options'
              ? { rows: Math.max(Number(before.rows), Number(look.rows)) }
              : joined([before, look])
            : look;
    }
    return both;
  }, {});
}

function picked(schema: Schema, keys: readonly string[]): Schema {
  return Object.fromEntries(
    keys.filter(key => key in schema).map(key => [key, schema[key]])
  );
}

function owned(value: Schema, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
