import { fromJsonSchema } from '@modelcontextprotocol/client';

import { isObject, mapSchemas, type JsonSchema } from './map-schemas';

/** What is wrong with a value, and where. */
export interface IValueIssue {
  path: PropertyKey[];
  message: string;
}

export type ValueCheck = (value: unknown) => readonly IValueIssue[];

/**
 * Checks values against a schema, without compiling code. Regular expressions of
 * the schema are left to the server: one that it wrote badly, or with intent,
 * would stop the page.
 *
 * @throws Error for what is no JSON Schema.
 */
export function valueCheck(schema: JsonSchema): ValueCheck {
  const standard = fromJsonSchema(
    withoutPatterns(schema) as Parameters<typeof fromJsonSchema>[0]
  );
  return value => {
    const result = standard['~standard'].validate(value);
    if (result instanceof Promise) {
      throw new Error('A check of JSON Schema is never late.');
    }
    return (result.issues ?? []).map(({ message, path = [] }) => ({
      message,
      path: path.map(part => (typeof part === 'object' ? part.key : part))
    }));
  };
}

/** A schema without its regular expressions. */
export function withoutPatterns(schema: JsonSchema): JsonSchema {
  const {
    pattern: _,
    patternProperties,
    additionalProperties,
    unevaluatedProperties,
    ...rest
  } = mapSchemas(schema, withoutPatterns);
  // With patterns gone, what they allowed would count as additional.
  return isObject(patternProperties)
    ? rest
    : {
        ...rest,
        ...(additionalProperties !== undefined && { additionalProperties }),
        ...(unevaluatedProperties !== undefined && { unevaluatedProperties })
      };
}
