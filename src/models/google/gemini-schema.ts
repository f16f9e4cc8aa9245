type Schema = Record<string, unknown>;

/** Keywords that Gemini knows and that are passed on as they are. */
const PLAIN = [
  'description',
  'title',
  'default',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum'
];

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
  schema: Schema,
  root: Schema = schema,
  depth = 0
): Schema {
  if (depth > MAX_DEPTH) {
    throw new Error('Its schema refers to itself.');
  }
  const convert = (each: unknown): Schema =>
    toGeminiSchema(isSchema(each) ? each : {}, root, depth + 1);
  if (typeof schema.$ref === 'string') {
    const { $ref, ...own } = schema;
    return convert({ ...resolved($ref as string, root), ...own });
  }
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...own } = schema;
    const parts = (allOf as Schema[]).map(each =>
      typeof each.$ref === 'string'
        ? { ...resolved(each.$ref, root), ...each, $ref: undefined }
        : each
    );
    return convert(parts.reduce(combined, own));
  }
  const branches = branchesOf(schema);
  if (branches) {
    const { some, nullable } = branches;
    const all = some.map(each =>
      convert({ description: schema.description, ...each })
    );
    return {
      ...(all.length === 1 ? all[0] : { anyOf: all }),
      ...(nullable && { nullable: true })
    };
  }
  const { type = typeBy(schema), nullable } = schema;
  const plain = Object.fromEntries(
    Object.entries(schema).filter(([name]) => PLAIN.includes(name))
  );
  const values = valuesOf(schema);
  const known: Schema = {
    ...plain,
    type,
    ...(nullable === true && { nullable })
  };
  if (values && type === 'string') {
    return { ...known, enum: values };
  }
  if (values) {
    const said = `One of: ${values.map(each => JSON.stringify(each)).join(', ')}.`;
    return {
      ...known,
      description: [schema.description, said].filter(Boolean).join(' ')
    };
  }
  if (type === 'array') {
    const items = Array.isArray(schema.prefixItems)
      ? { anyOf: schema.prefixItems }
      : Array.isArray(schema.items)
        ? { anyOf: schema.items }
        : schema.items;
    return { ...known, items: convert(items ?? { type: 'string' }) };
  }
  if (
    type !== 'object' ||
    !isSchema(schema.properties) ||
    Object.keys(schema.properties).length === 0
  ) {
    return known;
  }
  const properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, each]) => [
      name,
      convert(each)
    ])
  );
  const required = ((schema.required ?? []) as string[]).filter(name =>
    Object.hasOwn(properties, name)
  );
  return { ...known, properties, ...(required.length > 0 && { required }) };
}

/** The alternatives of a schema, without null; null if it has none. */
function branchesOf(
  schema: Schema
): { some: Schema[]; nullable: boolean } | null {
  const { anyOf, oneOf, type, ...own } = schema;
  const listed = (anyOf ?? oneOf) as Schema[] | undefined;
  const all = Array.isArray(listed)
    ? listed
    : Array.isArray(type)
      ? type.map(each => ({ ...own, type: each as unknown }))
      : null;
  if (!all) {
    return null;
  }
  const some = all.filter(each => each.type !== 'null' && each.const !== null);
  return {
    some: some.length > 0 ? some : [{ type: 'string' }],
    nullable: some.length < all.length || schema.nullable === true
  };
}

function valuesOf(schema: Schema): unknown[] | null {
  const values = 'const' in schema ? [schema.const] : schema.enum;
  // It refuses an empty one.
  const some = (Array.isArray(values) ? values : []).filter(
    each => each !== '' && each !== null
  );
  return some.length > 0 ? some : null;
}

/** The type of a schema that does not name one. */
function typeBy(schema: Schema): string {
  const [first] = valuesOf(schema) ?? [];
  return isSchema(schema.properties)
    ? 'object'
    : 'items' in schema || 'prefixItems' in schema
      ? 'array'
      : ['number', 'boolean'].includes(typeof first)
        ? typeof first
        : 'string';
}

function combined(left: Schema, right: Schema): Schema {
  return {
    ...left,
    ...right,
    ...(Boolean(left.properties ?? right.properties) && {
      properties: {
        ...(left.properties as object),
        ...(right.properties as object)
      },
      required: [left.required, right.required].flat().filter(Boolean)
    })
  };
}

/** @throws Error if there is nothing at the pointer. */
function resolved(pointer: string, root: Schema): Schema {
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
