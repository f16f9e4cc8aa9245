import { withoutFence } from '../shared/text/strip-fence';

/** Maximum number of next steps shown; when models list more, the first ones matter. */
const MAX_NEXT = 6;

/**
 * Converts arguments of `final_answer` to its schema. Models trained on another
 * agent's format put everything into `summary` as JSON, and write next steps as
 * objects.
 */
export function tidyFinalAnswer(
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
