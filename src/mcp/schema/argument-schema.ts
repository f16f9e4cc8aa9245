import type { ITranslator } from '../../contract';
import { cleanText } from '../wire/clean-text';
import { resolveReferences } from './resolve-references';
import { SchemaProblem } from './schema-problem';
import { isObject, mapSchemas, type JsonSchema } from './map-schemas';

/** Maximum length of one description, and of all arguments together. */
const MOST_DESCRIPTION = 500;
const MOST_CHARACTERS = 20_000;

/**
 * A tool's arguments as shown to models: an object, with references resolved
 * and the server's texts cleaned and cut.
 *
 * @throws SchemaProblem
 */
export function argumentSchema(given: unknown, trans: ITranslator): JsonSchema {
  if (!isObject(given) || (given.type ?? 'object') !== 'object') {
    throw new SchemaProblem(trans.__('its arguments are not a JSON object'));
  }
  const schema = cleaned(resolveReferences(given, trans));
  if (JSON.stringify(schema).length > MOST_CHARACTERS) {
    throw new SchemaProblem(trans.__('its arguments are too large'));
  }
  return { properties: {}, ...schema, type: 'object' };
}

function cleaned(schema: JsonSchema): JsonSchema {
  const inner = mapSchemas(schema, cleaned);
  for (const key of ['title', 'description', '$comment'] as const) {
    if (key in inner) {
      inner[key] = cleanText(inner[key], MOST_DESCRIPTION);
    }
  }
  return inner;
}
