import { z } from 'zod';

import type { ITool } from '../../contract';
import { spoken } from '../../contract/text/spoken';

const schema = z.object({
  question: z.string().trim().min(1, 'question is empty'),
  options: z.array(z.string()).max(8).optional(),
  multiple: z.boolean().optional()
});

export const askUser: ITool<z.infer<typeof schema>> = {
  name: 'ask_user',
  description: 'Ask when the next step depends on what only the person knows.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  interruptOn: { allowedDecisions: ['respond', 'reject'] },
  schemasOnly: true,
  propose({ question, options, multiple }, { notebook, trans }) {
    return {
      title: trans.__('A question for you'),
      sentence: trans.__('The agent needs your answer to continue'),
      place: spoken(notebook.name),
      body: {
        kind: 'question',
        question,
        options: (options ?? [])
          .map(option => option.trim())
          .filter(option => option !== ''),
        multiple: multiple === true
      }
    };
  },
  running: (_args, trans) => trans.__('Asking you'),
  /** Only reached if a setting lets questions through without a card. */
  async run(_args, { trans }) {
    return {
      text: 'The person wants no questions. Decide yourself, and say in the answer what you assumed.',
      ok: true,
      summary: trans.__('Did not ask: questions are off in the settings')
    };
  }
};
