import { z } from 'zod';
import type { ITool } from '../../contract';
import { withoutFence } from '../shared/text/strip-fence';
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

/** Maximum number of next steps shown; when models list more, the first ones matter. */
const MAX_NEXT = 6;

/**
 * Converts arguments of `final_answer` to its schema. Models trained on another
 * agent's format put everything into `summary` as JSON, and write next steps as
 * objects.
 */
function tidyFinalAnswer(
  args: Record<string, unknown>
): Record<string, unknown> {
  const inner = answerIn(args.summary) ?? answerIn(args.answer);
  const { answer, summary, next_items, ...rest } = {
    ...args,
    ...(answerIn(args.summary) && { summary: undefined }),
    ...(answerIn(args.answer) && { answer: undefined })
  } as Record<string, unknown>;
  const texts = [answer, inner?.answer, summary, inner?.summary].filter(
    isWords
  );
  const short = [inner?.summary, summary].find(isWords);
  const items = [next_items, inner?.next_items].flatMap(list =>
    Array.isArray(list) ? list : []
  );
  return {
    ...rest,
    ...(texts.length > 0 ? { answer: texts[0] } : { answer }),
    ...(short !== undefined && short !== texts[0] && { summary: short }),
    ...((next_items !== undefined || items.length > 0) && {
      next_items: items.map(labelOf).filter(isWords).slice(0, MAX_NEXT)
    })
  };
}

/** An answer written as JSON inside one of its own texts; null for ordinary text. */
function answerIn(value: unknown): Record<string, unknown> | null {
  const inner = typeof value === 'string' ? parsed(value) : value;
  return isRecord(inner) && ('next_items' in inner || 'summary' in inner)
    ? inner
    : null;
}

function parsed(text: string): unknown {
  const bare = withoutFence(text);
  if (!bare.startsWith('{')) {
    return null;
  }
  try {
    return JSON.parse(bare);
  } catch {
    // Not JSON after all: an ordinary text.
    return null;
  }
}

/** A next step as text: the text itself, or the label in an object. */
function labelOf(item: unknown): unknown {
  return isRecord(item)
    ? [item.label, item.title, item.text, item.prompt].find(isWords)
    : item;
}

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
