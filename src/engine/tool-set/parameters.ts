import { z } from 'zod';

import type { ITool } from '../../contract';
import { isDeclared } from './declared-tool';

/**
 * Cached by the schema of our tools, since converting them all takes longer
 * than a step may.
 */
const written = new WeakMap<ITool['schema'], Record<string, unknown>>();

/**
 * JSON Schema of a tool's arguments, without parts that only cost characters.
 * Returns the same object each time, so do not change it.
 */
export function parametersOf(each: ITool): Record<string, unknown> {
  if (isDeclared(each)) {
    return parameters(each.jsonSchema);
  }
  const known =
    written.get(each.schema) ??
    parameters(
      z.toJSONSchema(each.schema, { io: 'input' }) as Record<string, unknown>
    );
  written.set(each.schema, known);
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
