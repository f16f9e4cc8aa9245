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
const MAX_FIELDS = 100;
const MAX_DEPTH = 6;

/** Most lines that a text field shows at once. */
const MAX_LINES = 12;

/** Characters from which a text gets a field of several lines. */
const LONG = 60;

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
 * A form for somebody else's schema: multi-line text in multi-line fields. It is
 * built only from known keywords, so nothing in a schema makes it large. What
 * the schema does not describe has no field and stays as it is.
 *
 * @returns null if the fields, or the values of those it has, do not fit into
 * such a form.
 */
export function formPlan(schema: unknown, values: Schema): IFormPlan | null {
  let left = MAX_FIELDS;

  /** @param at all values there: in a list there may be several. */
  const field = (
    given: unknown,
    at: unknown[],
    depth: number
  ): IFormPlan | null => {
    left -= Math.max(1, at.length);
    if (
      left < 0 ||
      depth > MAX_DEPTH ||
      !isObject(given) ||
      UNKNOWN.some(key => key in given)
    ) {
      return null;
    }
    const key = ['anyOf', 'oneOf'].find(each => Array.isArray(given[each]));
    if (key) {
      return choice(given, key, at, depth);
    }
    const type = typeOf(given);
    const known = withValues(picked(given, KNOWN));
    switch (type) {
      case 'object':
        return at.every(isObject) ? object(given, known, at, depth) : null;
      case 'array': {
        const items = at.every(Array.isArray)
          ? field(given.items, at.flat(), depth + 1)
          : null;
        const isSeveral =
          items !== null &&
          isSelect(items.schema) &&
          at.every(each => new Set(each as []).size === (each as []).length);
        return (
          items && {
            schema: {
              ...known,
              type,
              items: items.schema,
              ...(isSeveral && { uniqueItems: true })
            },
            looks: {
              items: items.looks,
              ...(isSeveral && { 'ui:widget': 'checkboxes' })
            }
          }
        );
      }
      case 'string':
        return at.every(isBare) ? text(given, known, at) : null;
      case 'number':
      case 'integer':
      case 'boolean':
      case 'null':
        return at.every(isBare)
          ? { schema: { ...known, type }, looks: {} }
          : null;
      default:
        return null;
    }
  };

  const object = (
    { properties, required }: Schema,
    known: Schema,
    at: Schema[],
    depth: number
  ): IFormPlan | null => {
    const fields: Schema = {};
    const looks: Schema = {};
    for (const [name, given] of Object.entries(
      isObject(properties) ? properties : {}
    )) {
      const part = field(
        given,
        at.flatMap(each => (Object.hasOwn(each, name) ? [each[name]] : [])),
        depth + 1
      );
      if (!part) {
        return null;
      }
      fields[name] = part.schema;
      looks[name] = part.looks;
    }
    return {
      schema: {
        ...known,
        type: 'object',
        properties: fields,
        ...(Array.isArray(required) && { required })
      },
      looks
    };
  };

  /** A choice between schemas: each value may match only one of them. */
  const choice = (
    given: Schema,
    key: string,
    at: unknown[],
    depth: number
  ): IFormPlan | null => {
    const options = (given[key] as unknown[]).filter(isObject);
    const known = picked(given, [...KNOWN, 'type']);
    if (options.every(one => 'const' in one)) {
      return at.every(isBare) ? constants(known, key, options) : null;
    }
    const plans = options.map(one =>
      'anyOf' in one || 'oneOf' in one
        ? null
        : field(
            one,
            at.filter(value => isOf(one, value)),
            depth + 1
          )
    );
    return at.every(
      value => options.filter(one => isOf(one, value)).length === 1
    ) && plans.every(each => each !== null)
      ? {
          schema: { ...known, [key]: plans.map(each => each.schema) },
          looks: { [key]: plans.map(({ looks }) => looks) }
        }
      : null;
  };

  const root = field(schema, [values], 0);
  return root?.schema.type === 'object' ? root : null;
}

function text(given: Schema, known: Schema, at: unknown[]): IFormPlan {
  const { format } = given;
  const rows = at
    .map(value => String(value).split(/\r\n|[\r\n]/))
    .map(lines =>
      lines.reduce((sum, line) => sum + 1 + Math.floor(line.length / LONG), 0)
    );
  const isTall =
    !('enum' in given) && !('const' in given) && rows.some(each => each > 1);
  const isFormat =
    !isTall &&
    typeof format === 'string' &&
    Object.hasOwn(FORMATS, format) &&
    at.every(value => FORMATS[format].test(String(value)));
  return {
    schema: { ...known, type: 'string', ...(isFormat && { format }) },
    looks: isTall
      ? {
          'ui:widget': 'textarea',
          'ui:options': { rows: Math.min(MAX_LINES, Math.max(...rows)) }
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
  const types = new Set(options.map(one => typeof one.const));
  const [type] = types;
  return types.size === 1 && ['string', 'number', 'boolean'].includes(type)
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
  const types = [type].flat().filter(one => one !== 'null' || type === 'null');
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

/** Whether it names all its values. */
function isSelect({ enum: values, anyOf, oneOf }: Schema): boolean {
  const options = anyOf ?? oneOf;
  return (
    Array.isArray(values) ||
    (Array.isArray(options) && options.every(one => 'const' in one))
  );
}

/** Whether a single field can show it: it is neither a list nor an object. */
function isBare(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function picked(schema: Schema, keys: readonly string[]): Schema {
  return Object.fromEntries(
    keys.filter(key => key in schema).map(key => [key, schema[key]])
  );
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
