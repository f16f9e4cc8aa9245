/** Most next steps that are shown; models that list more mean the first ones. */
const MOST = 6;

/**
 * The arguments of `final_answer` as its schema has them. Models that were
 * taught another agent's form put all of it into `summary`, as JSON, and make
 * objects of the next steps.
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
      next_items: items.map(labelOf).filter(isWords).slice(0, MOST)
    })
  };
}

/** An answer that stands as JSON in one of its own texts; null for a text. */
function answerIn(value: unknown): Record<string, unknown> | null {
  const inner = typeof value === 'string' ? parsed(value) : value;
  return isRecord(inner) && ('next_items' in inner || 'summary' in inner)
    ? inner
    : null;
}

function parsed(text: string): unknown {
  const bare = text.trim().replace(/^```(?:json)?\s*|\s*```$/g, '');
  if (!bare.startsWith('{')) {
    return null;
  }
  try {
    return JSON.parse(bare);
  } catch {
    // No JSON after all: it is a text.
    return null;
  }
}

/** A next step in words: a text, or what an object calls it. */
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
