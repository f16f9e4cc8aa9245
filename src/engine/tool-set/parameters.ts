import { z } from 'zod';

import type { ITool } from '../../contract';
import { isDeclared } from './declared-tool';

/** JSON Schema of a tool's arguments, without what only costs characters. */
export function parametersOf(each: ITool): Record<string, unknown> {
  const {
    $schema: _,
    additionalProperties: __,
    ...schema
  } = isDeclared(each)
    ? each.jsonSchema
    : (z.toJSONSchema(each.schema, { io: 'input' }) as Record<string, unknown>);
  return schema;
}
