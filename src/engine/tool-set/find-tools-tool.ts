import { z } from 'zod';

import type { ITool, IToolResult, ITranslator } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { FIND_TOOLS } from './tool-set';

/**
 * The tool with which a model gets tools that it was not offered. Its
 * description names no server and no number, so that it stays the same while
 * servers come and go.
 */
export function findToolsTool(
  find: (query: string, trans: ITranslator) => Promise<IToolResult>
): ITool<{ query: string }> {
  return {
    name: FIND_TOOLS,
    description:
      'Finds tools of connected servers that are not listed here, and adds those that fit from your next step on. Call it before you say that something cannot be done.',
    schema: z.object({
      query: z
        .string()
        .describe('what is to be done, to what, and the service if known')
    }),
    effects: ['read'],
    effect: () => 'read',
    schemasOnly: true,
    running: ({ query }, trans) =>
      trans.__('Looking for a tool: %1', spoken(query)),
    run: ({ query }, { trans }) => find(query, trans)
  };
}
