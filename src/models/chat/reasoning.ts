import type { BaseMessage } from '@langchain/core/messages';

/** Key for a model's thinking in a message, or in a chunk of one. */
const THOUGHTS = 'reasoning_content';

/** The thinking in the form our messages carry it. */
export function withThoughts(text: string): Record<string, string> {
  return text === '' ? {} : { [THOUGHTS]: text };
}

/**
 * The visible thinking in an answer or a chunk of one. Also handles models from
 * extensions, whose packages wrap it in their own ways.
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
