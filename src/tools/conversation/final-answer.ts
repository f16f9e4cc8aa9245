import { z } from 'zod';

import type { ITool } from '../../contract';
import { tidyFinalAnswer } from './tidy-final-answer';

const schema = z.object({
  answer: z.string().trim().min(1, 'answer is empty').describe('Markdown'),
  summary: z.string().optional().describe('one sentence'),
  next_items: z
    .array(z.string())
    .max(6)
    .optional()
    .describe('requests the person may send next')
});

export const finalAnswer: ITool<z.infer<typeof schema>> = {
  name: 'final_answer',
  description: 'End the turn with your answer. Call it alone when all is done.',
  schema,
  tidy: tidyFinalAnswer,
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  running: (_args, trans) => trans.__('Answering'),
  async run({ answer, summary, next_items }) {
    return {
      text: 'The answer was shown to the person.',
      ok: true,
      summary: '',
      final: {
        answer,
        ...(summary ? { summary } : {}),
        nextItems: (next_items ?? [])
          .map(item => item.trim())
          .filter(item => item !== '')
      }
    };
  }
};
