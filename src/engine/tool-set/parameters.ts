import { z } from 'zod';

import type { ITool } from '../../contract';
import { isDeclared } from './declared-tool';

/**
 * Cached by the schema of our tools, since converting them all takes longer
 * than a step may.
 */
const written = new WeakMap<z.ZodType, Record<string, unknown>>();

/**
 * Bounds that cost characters in every request and tell a model nothing it
 * would not do anyway. They are still checked when it calls.
 */
const UNSENT = [
  'minLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'maxLength',
  'exclusiveMinimum'
] as const;

/**
 * JSON Schema of a tool's arguments, without parts that only cost characters.
 * Returns the same object each time, so do not change it.
 */
export function parametersOf(each: ITool): Record<string, unknown> {
  return isDeclared(each)
    ? parameters(each.jsonSchema)
    : ownParameters(each.schema);
}

/** The same for a schema of ours. */
export function ownParameters(schema: z.ZodType): Record<string, unknown> {
  const known =
    written.get(schema) ??
    parameters(
      z.toJSONSchema(schema, {
        io: 'input',
        override: ({ jsonSchema }) => {
          for (const bound of UNSENT) {
            delete jsonSchema[bound];
          }
        }
      }) as Record<string, unknown>
    );
  written.set(schema, known);
  return known;
}

/** What a tool takes, for a model whose call did not fit. */
export function schemaText(tool: ITool): string {
  return `The arguments of ${tool.name}, as JSON Schema: ${JSON.stringify(parametersOf(tool))}`;
}

function parameters({
  $schema: _,
  additionalProperties: __,
  ...schema
}: Record<string, unknown>): Record<string, unknown> {
  return schema;
}
