import { ENGLISH } from '../../contract';
import { isWithin, jsonWeight } from './json-weight';
import { mapSchemas, type JsonSchema } from './map-schemas';
import { resolveReferences } from './resolve-references';
import { valueCheck, type ValueCheck } from './value-check';

/** Values of an answer times schemas it is held to: that many take about a second. */
const MOST_WORK = 5_000_000;

const ANY = { characters: Infinity, values: MOST_WORK, depth: 256 };

/**
 * Holds what a server answers to the schema that it promised for it. Both are the
 * server's: what would take long to check was promised by nobody.
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
      // Its schema is none: then there is nothing that it promises.
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

/** Each entry is compared with each other one for it. */
function withoutUnique(schema: JsonSchema): JsonSchema {
  const { uniqueItems: _, ...rest } = mapSchemas(schema, withoutUnique);
  return rest;
}
