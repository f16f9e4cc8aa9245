import { z } from 'zod';
import type { ITool } from '../../contract';
import { isRecord } from '../../contract/util/is-record';

const schema = z.object({
  answer: z.string().trim().min(1, 'answer is empty'),
  summary: z.string().optional(),
  next_items: z
    .array(z.string())
    .overwrite(items => items.slice(0, 6))
    .optional()
});

export const finalAnswer: ITool<z.infer<typeof schema>> = {
  name: 'final_answer',
  description:
    'End the turn with your answer, a one-sentence summary if it is long, and next_items the person may send.',
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

/** Also says, for a step of a plan, whether its criterion is met. */
export const stepAnswer: ITool = {
  ...finalAnswer,
  description:
    'End the step. Call it alone, when it is done or cannot be done.',
  schema: schema.extend({
    met: z
      .boolean()
      .optional()
      .describe('whether the step did what “It worked if” says'),
    shown_by: z
      .string()
      .optional()
      .describe('the line of an output that shows it, word for word'),
    plan_fits: z
      .boolean()
      .optional()
      .describe('whether the steps that are left still fit'),
    plan_change: z
      .string()
      .optional()
      .describe('if not, how they have to change')
  })
};

/**
 * Models also give the answer as the summary alone, and write next steps as
 * objects.
 */
function tidyFinalAnswer({
  answer,
  summary,
  next_items,
  ...rest
}: Record<string, unknown>): Record<string, unknown> {
  return {
    ...rest,
    ...(isWords(answer) ? { answer, summary } : { answer: summary }),
    next_items: Array.isArray(next_items)
      ? next_items
          .map(item =>
            isRecord(item)
              ? [item.label, item.title, item.text, item.prompt].find(isWords)
              : item
          )
          .filter(isWords)
      : next_items
  };
}

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
