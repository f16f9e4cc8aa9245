import type { BaseMessage } from '@langchain/core/messages';

/** Where a model's thoughts stand in a message, or in a piece of one. */
const THOUGHTS = 'reasoning_content';

/** What a message of ours carries for thoughts. */
export function withThoughts(text: string): Record<string, string> {
  return text === '' ? {} : { [THOUGHTS]: text };
}

/**
 * What a model thought aloud, in an answer or in a piece of one. Also of
 * models that extensions bring, whose packages wrap it in their own ways.
 */
export function reasoningOf(message: BaseMessage): string {
  const said = message.additional_kwargs[THOUGHTS];
  if (typeof said === 'string') {
    return said;
  }
  if (typeof message.content === 'string') {
    return '';
  }
  return message.content
    .map(part => thoughtOf(part as Record<string, unknown>))
    .join('');
}

function thoughtOf(part: Record<string, unknown>): string {
  const text =
    part.type === 'reasoning'
      ? part.reasoning
      : part.type === 'thinking'
        ? part.thinking
        : part.thought === true
          ? part.text
          : '';
  return typeof text === 'string' ? text : '';
}
