export type JsonSchema = Record<string, unknown>;

/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const ONE = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else'
]);
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const NAMED = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions'
]);

/**
 * Changes each schema directly inside a schema. Leaves alone what only looks
 * like a keyword: a property called `$ref`, a default.
 */
export function mapSchemas(
  schema: JsonSchema,
  change: (inner: JsonSchema) => unknown
): JsonSchema {
  const changed = (value: unknown): unknown =>
    isObject(value) ? change(value) : value;
  return fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (NAMED.has(key) && isObject(value)) {
        return [
          key,
          fromEntries(
            Object.entries(value).map(([name, inner]) => [name, changed(inner)])
          )
        ];
      }
      if (LIST.has(key) && Array.isArray(value)) {
        return [key, value.map(changed)];
      }
      return [key, ONE.has(key) ? changed(value) : value];
    })
  );
}

/** Allows for a property called `__proto__`. */
function fromEntries(entries: [string, unknown][]): JsonSchema {
  return Object.fromEntries(entries);
}

export function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Why a server's schema cannot be used; part of a sentence. */
export class SchemaProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaProblem';
  }
}
