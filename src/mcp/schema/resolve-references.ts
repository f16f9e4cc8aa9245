import type { ITranslator } from '../../contract';
import { SchemaProblem } from './schema-problem';
import { isObject, mapSchemas, type JsonSchema } from './map-schemas';

/** Maximum number of schemas inside one schema after resolving its references. */
const MOST_SCHEMAS = 2000;
const MOST_DEPTH = 32;

/**
 * Replaces each `$ref` with the schema it refers to. Models and their servers
 * support few of JSON Schema's kinds of references.
 *
 * @throws SchemaProblem for circular references, addresses elsewhere, or
 * endless growth.
 */
export function resolveReferences(
  root: JsonSchema,
  trans: ITranslator
): JsonSchema {
  let count = 0;
  const resolve = (
    schema: JsonSchema,
    open: readonly string[],
    depth: number
  ): JsonSchema => {
    count += 1;
    if (count > MOST_SCHEMAS || depth > MOST_DEPTH) {
      throw new SchemaProblem(trans.__('its arguments are too large'));
    }
    if ('$dynamicRef' in schema || '$recursiveRef' in schema) {
      throw new SchemaProblem(
        trans.__('its arguments refer to themselves in a circle')
      );
    }
    const { $ref, $defs: _, definitions: __, ...own } = schema;
    if (typeof $ref !== 'string') {
      return mapSchemas(own, inner => resolve(inner, open, depth + 1));
    }
    if (open.includes($ref)) {
      throw new SchemaProblem(
        trans.__('its arguments refer to themselves in a circle (%1)', $ref)
      );
    }
    const target = resolve(
      targetOf(root, $ref, trans),
      [...open, $ref],
      depth + 1
    );
    return {
      ...target,
      ...mapSchemas(own, inner => resolve(inner, open, depth + 1))
    };
  };
  return resolve(root, ['#'], 0);
}

/** The schema that a JSON pointer in a fragment refers to. */
function targetOf(
  root: JsonSchema,
  reference: string,
  trans: ITranslator
): JsonSchema {
  if (!reference.startsWith('#/')) {
    throw new SchemaProblem(
      trans.__('its arguments refer to “%1”, which is not in them', reference)
    );
  }
  let at: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = unescaped(part);
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined;
  }
  if (!isObject(at)) {
    throw new SchemaProblem(
      trans.__('its arguments refer to “%1”, which is not in them', reference)
    );
  }
  return at;
}

function unescaped(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch (error) {
    // A lone “%”, which is taken literally.
    console.debug('Cellwright: a pointer is not a URI fragment', error);
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
