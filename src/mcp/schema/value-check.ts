import { fromJsonSchema } from '@modelcontextprotocol/client';

import { isObject, mapSchemas, type JsonSchema } from './map-schemas';

/** What is wrong with a value, and where. */
export interface IValueIssue {
  path: PropertyKey[];
  message: string;
}

export type ValueCheck = (value: unknown) => readonly IValueIssue[];

/**
 * Checks values against a schema, without compiling code. The schema's regular
 * expressions are left for the server to check: a badly written or malicious
 * one would block the page.
 *
 * @throws Error if it is not a valid JSON Schema.
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
  // With the patterns gone, the properties they allowed would count as
  // additional.
  return isObject(patternProperties)
    ? rest
    : {
        ...rest,
        ...(additionalProperties !== undefined && { additionalProperties }),
        ...(unevaluatedProperties !== undefined && { unevaluatedProperties })
      };
}
