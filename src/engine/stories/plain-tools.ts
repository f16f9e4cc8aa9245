import { z } from 'zod';

import type { Effect, ITool, IToolResult } from '../../contract';
import { TOOLS } from '../../tools';

/** A tool with one argument, `code`, and one effect; it records its calls. */
export function plainTool(
  name: string,
  effect: Effect,
  own: Partial<ITool> & { result?: Partial<IToolResult> } = {}
): ITool & { ran: string[] } {
  const ran: string[] = [];
  return {
    name,
    description: 'Does it.',
    schema: z.object({ code: z.string() }),
    effects: [effect],
    effect: () => effect,
    propose: ({ code }) => ({
      title: name,
      sentence: `Do ${code}`,
      place: 'here',
      body: { kind: 'code', mimeType: 'text/plain', text: code },
      editable: 'code'
    }),
    running: () => `Doing ${name}`,
    run: async ({ code }) => {
      ran.push(code);
      return {
        text: `did ${code}`,
        ok: true,
        summary: 'Did it',
        ...own.result
      };
    },
    ...own,
    ran
  };
}

/** The built-in tool that ends a run. */
export const FINAL = TOOLS.find(tool => tool.name === 'final_answer') as ITool;

/** A question to the person, as `ask_user` asks it. */
export const QUESTION: ITool = {
  ...plainTool('ask_user', 'read'),
  propose: ({ code }) => ({
    title: 'A question',
    sentence: code,
    place: '',
    body: { kind: 'question', question: code, options: [], multiple: false }
  }),
  interruptOn: { allowedDecisions: ['respond', 'reject'] },
  run: async () => {
    throw new Error('A question is answered by a person.');
  }
};
