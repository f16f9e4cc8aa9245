import type { ITranslator } from '../../contract';
import { SchemaProblem } from './schema-problem';
import { isObject, mapSchemas, type JsonSchema } from './map-schemas';

/** Schemas inside one schema, at most, once its references are resolved. */
const MOST_SCHEMAS = 2000;
const MOST_DEPTH = 32;

/**
 * A schema without references: what `$ref` names stands in its place. Models and
 * their servers know few of JSON Schema's ways to refer.
 *
 * @throws SchemaProblem for a circle, an address elsewhere, or one that grows
 * without end.
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

/** What a JSON pointer in a fragment names. */
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
    // A lone “%”: it stands for itself.
    console.debug('Cellwright: a pointer is no URI fragment', error);
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
