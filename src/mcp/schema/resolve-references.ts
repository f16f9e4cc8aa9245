import type { ITranslator } from '../../contract';
import {
  SchemaProblem,
  isObject,
  mapSchemas,
  type JsonSchema
} from './map-schemas';

/** Maximum number of schemas inside one schema after resolving its references. */
const MAX_SCHEMAS = 2000;
const MAX_DEPTH = 32;

/**
 * Replaces each `$ref` with the schema it refers to. Models and their servers
 * support few of JSON Schema's kinds of references. A schema that refers to
 * itself is written out to its second level if there is room; what is below may
 * be anything, and the server judges.
 *
 * @throws SchemaProblem for addresses elsewhere, or endless growth.
 */
export function resolveReferences(
  root: JsonSchema,
  trans: ITranslator
): JsonSchema {
  const resolved = resolveTo(2, root, trans) ?? resolveTo(1, root, trans);
  if (!resolved) {
    throw new SchemaProblem(trans.__('its arguments are too large'));
  }
  return resolved;
}

/** @returns null if that makes it too large. */
function resolveTo(
  levels: number,
  root: JsonSchema,
  trans: ITranslator
): JsonSchema | null {
  let count = 0;
  let isTooLarge = false;
  const resolve = (
    schema: JsonSchema,
    open: readonly string[],
    depth: number
  ): JsonSchema => {
    count += 1;
    isTooLarge ||= count > MAX_SCHEMAS || depth > MAX_DEPTH;
    if (isTooLarge) {
      return {};
    }
    const {
      $ref,
      $dynamicRef: _,
      $recursiveRef: __,
      $defs: ___,
      definitions: ____,
      // A check stops at a dialect it does not know, and no reference needs
      // them any more.
      $schema: _____,
      $id: ______,
      ...own
    } = schema;
    const inside = mapSchemas(own, inner => resolve(inner, open, depth + 1));
    if (typeof $ref !== 'string') {
      return inside;
    }
    const target = targetOf(root, $ref, trans);
    const isDeep = open.filter(each => each === $ref).length >= levels;
    return {
      ...(isDeep
        ? typeof target.type === 'string' && { type: target.type }
        : resolve(target, [...open, $ref], depth + 1)),
      ...inside
    };
  };
  const resolved = resolve(root, ['#'], 0);
  return isTooLarge ? null : resolved;
}

/** The schema that a JSON pointer in a fragment refers to. */
function targetOf(
  root: JsonSchema,
  reference: string,
  trans: ITranslator
): JsonSchema {
  const [start, ...parts] = reference.split('/');
  let at: unknown = start === '#' ? root : undefined;
  for (const part of parts) {
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
