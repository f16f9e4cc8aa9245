import type { ITranslator } from '../../contract';
import { cleanLine, cleanText } from '../wire/clean-text';
import { withoutPatterns } from './value-check';
import { resolveReferences } from './resolve-references';
import {
  SchemaProblem,
  isObject,
  mapSchemas,
  type JsonSchema
} from './map-schemas';

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

/** Maximum length of a regular expression that is described. */
const MOST_PATTERN = 100;

/**
 * The arguments as offered to a model: patterns for strings are described in
 * words. LangChain validates arguments against this schema, and a regular
 * expression from the server could block the page for minutes.
 */
export function offeredSchema(schema: JsonSchema): JsonSchema {
  return withoutPatterns(inWords(schema));
}

function inWords(schema: JsonSchema): JsonSchema {
  const inner = mapSchemas(schema, inWords);
  const pattern =
    typeof inner.pattern === 'string'
      ? cleanLine(inner.pattern, MOST_PATTERN)
      : '';
  return pattern === ''
    ? inner
    : {
        ...inner,
        description: [inner.description, `Pattern: ${pattern}`]
          .filter(text => typeof text === 'string' && text !== '')
          .join(' ')
      };
}
