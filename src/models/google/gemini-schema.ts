type Schema = Record<string, unknown>;

/** Keywords that Gemini knows and that are passed on as they are. */
const PLAIN =
  /^(description|title|default|(min|max)(Items|Length|imum)|pattern)$/;

/** Deeper than any arguments, and where a schema refers to itself, endless. */
const MAX_DEPTH = 24;

/**
 * A JSON Schema in the form Gemini takes: one type per schema, lists with
 * items, choices of strings only, nothing referred to. What it has no form for
 * is said in the description.
 *
 * @throws Error if a schema refers to itself, or to something that is not there.
 */
export function toGeminiSchema(
  given: Schema,
  root: Schema = given,
  depth = 0
): Schema {
  const convert = (each: unknown): Schema =>
    toGeminiSchema(isSchema(each) ? each : {}, root, depth + 1);
  const schema = inOne(given, root, depth);
  const { anyOf, oneOf = anyOf, description, ...own } = schema;
  const types = Array.isArray(own.type) ? (own.type as unknown[]) : null;
  const branches = Array.isArray(oneOf)
    ? (oneOf as Schema[])
    : types?.map(type => ({ ...own, type }) as Schema);
  if (branches) {
    const some = branches.filter(
      each => each.type !== 'null' && each.const !== null
    );
    const all = (some.length > 0 ? some : [{}]).map(each =>
      convert({ description, ...each })
    );
    const isNullable = some.length < branches.length || own.nullable === true;
    return {
      ...(all.length === 1 ? all[0] : { anyOf: all }),
      ...(isNullable && { nullable: true })
    };
  }
  const known = Object.fromEntries(
    Object.entries(schema).filter(
      ([name, value]) =>
        PLAIN.test(name) || (name === 'nullable' && value === true)
    )
  );
  const listed = 'const' in own ? [own.const] : own.enum;
  // It refuses an empty one.
  const values = (Array.isArray(listed) ? listed : []).filter(
    each => each !== '' && each !== null
  );
  const { type = typeBy(own, values[0]) } = own;
  if (values.length > 0) {
    const words = `One of: ${values.map(each => JSON.stringify(each)).join(', ')}.`;
    return type === 'string'
      ? { ...known, type, enum: values }
      : {
          ...known,
          type,
          description: [description, words].filter(Boolean).join(' ')
        };
  }
  if (type === 'array') {
    const places = [own.prefixItems, own.items].find(Array.isArray);
    const items = places ? { anyOf: places } : own.items;
    return { ...known, type, items: convert(items) };
  }
  const properties = isSchema(own.properties)
    ? Object.entries(own.properties)
    : [];
  if (type !== 'object' || properties.length === 0) {
    return { ...known, type };
  }
  const names = properties.map(([name]) => name);
  const required = [own.required ?? []]
    .flat()
    .filter(name => names.includes(name as string));
  return {
    ...known,
    type,
    properties: Object.fromEntries(
      properties.map(([name, each]) => [name, convert(each)])
    ),
    ...(required.length > 0 && { required })
  };
}

/** A schema with what it refers to, and with all of its parts. */
function inOne(schema: Schema, root: Schema, depth: number): Schema {
  if (depth > MAX_DEPTH) {
    throw new Error('Its schema refers to itself.');
  }
  const { $ref, allOf, ...own } = schema;
  return [
    ...(typeof $ref === 'string' ? [referredTo($ref, root)] : []),
    ...(Array.isArray(allOf) ? (allOf as Schema[]) : [])
  ]
    .map(each => inOne(each, root, depth + 1))
    .concat(own)
    .reduce((left, right) => ({
      ...left,
      ...right,
      ...(Boolean(left.properties && right.properties) && {
        properties: {
          ...(left.properties as object),
          ...(right.properties as object)
        }
      }),
      ...(Boolean(left.required && right.required) && {
        required: [left.required, right.required].flat()
      })
    }));
}

/** The type of a schema that does not name one. */
function typeBy(schema: Schema, value: unknown): string {
  return isSchema(schema.properties)
    ? 'object'
    : 'items' in schema || 'prefixItems' in schema
      ? 'array'
      : ['number', 'boolean'].includes(typeof value)
        ? typeof value
        : 'string';
}

/** @throws Error if there is nothing at the pointer. */
function referredTo(pointer: string, root: Schema): Schema {
  const found = pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (isSchema(at) ? at[name] : undefined), root);
  if (!pointer.startsWith('#') || !isSchema(found)) {
    throw new Error(`Its schema refers to ${pointer}.`);
  }
  return found;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
