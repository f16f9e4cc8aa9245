import { cleanLine } from '../wire/clean-text';
import { mapSchemas, type JsonSchema } from './map-schemas';
import { withoutPatterns } from './value-check';

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
