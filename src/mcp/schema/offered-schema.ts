import { cleanLine } from '../wire/clean-text';
import { mapSchemas, type JsonSchema } from './map-schemas';
import { withoutPatterns } from './value-check';

/** Characters of a regular expression that are told. */
const MOST_PATTERN = 100;

/**
 * Arguments as a model is offered them: what a text has to look like is told in
 * words. LangChain holds what it calls to all that stands here, and a regular
 * expression of the server's could stop the page for minutes.
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
