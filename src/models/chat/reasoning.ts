import type { BaseMessage } from '@langchain/core/messages';

import { splitThinking } from './think-tags';

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

/** The visible thinking in a complete answer, also where its text has tags. */
export function answerReasoning(message: BaseMessage): string {
  return reasoningOf(message) || splitThinking(message.text).thoughts;
}

/** A text of an answer without thinking that is in it in tags. */
export function answerText(message: BaseMessage, text: string): string {
  return reasoningOf(message) ? text : splitThinking(text).text;
}

/** Why an answer ended, if not as it should, in the words of any package. */
export function endOf(
  message: BaseMessage
): 'length' | 'content_filter' | null {
  const { finish_reason, stop_reason, finishReason, done_reason } =
    message.response_metadata as Record<string, unknown>;
  const reason = String(
    finish_reason ??
      stop_reason ??
      message.additional_kwargs.stop_reason ??
      finishReason ??
      done_reason ??
      ''
  ).toLowerCase();
  return /length|max_(output_)?tokens/.test(reason)
    ? 'length'
    : /filter|refusal|safety/.test(reason)
      ? 'content_filter'
      : null;
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
