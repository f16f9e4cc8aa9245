import { ENGLISH } from '../../contract';
import { isWithin, jsonWeight } from './json-weight';
import { mapSchemas, type JsonSchema } from './map-schemas';
import { resolveReferences } from './resolve-references';
import { valueCheck, type ValueCheck } from './value-check';

/**
 * Limit on values in an answer times schemas to check; this many take about a
 * second.
 */
const MOST_WORK = 5_000_000;

const ANY = { characters: Infinity, values: MOST_WORK, depth: 256 };

/**
 * Checks a server's answer against the schema the server promised. Both come
 * from the server, so a check that would take long is skipped.
 */
export function outputCheck(schema: JsonSchema): ValueCheck {
  let made: { check: ValueCheck; schemas: number } | undefined;
  return value => {
    try {
      made ??= checkOf(schema);
      const { values, depth } = jsonWeight(value, ANY);
      return depth <= ANY.depth && values * made.schemas <= MOST_WORK
        ? made.check(value)
        : [];
    } catch (error) {
      // The schema is invalid, so it promises nothing.
      console.debug('Cellwright: an output schema cannot be used', error);
      return [];
    }
  };
}

function checkOf(schema: JsonSchema): { check: ValueCheck; schemas: number } {
  const weight = jsonWeight(schema, ANY);
  if (!isWithin(weight, ANY)) {
    return { check: () => [], schemas: 0 };
  }
  const resolved = resolveReferences(schema, ENGLISH);
  return {
    check: valueCheck(withoutUnique(resolved)),
    schemas: jsonWeight(resolved, ANY).values
  };
}

/** Removes `uniqueItems`, which compares each entry with every other. */
function withoutUnique(schema: JsonSchema): JsonSchema {
  const { uniqueItems: _, ...rest } = mapSchemas(schema, withoutUnique);
  return rest;
}
