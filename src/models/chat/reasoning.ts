import type { BaseMessage } from '@langchain/core/messages';

import { splitThinking } from './think-tags';

/** Key for a model's thinking in a message, or in a chunk of one. */
export const THOUGHTS = 'reasoning_content';

/**
 * The visible thinking in an answer or a chunk of one. Also handles models from
 * extensions, whose packages wrap it in their own ways.
 */
export function reasoningOf(message: BaseMessage): string {
  const thoughts = message.additional_kwargs[THOUGHTS];
  if (typeof thoughts === 'string') {
    return thoughts;
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

/** Why an answer ended. */
export type AnswerEnd =
  'stop' | 'tool_calls' | 'length' | 'content_filter' | 'error';

/** The same in the words of any server; what nobody knows is an ordinary end. */
export function endingOf(text: string): AnswerEnd {
  return (
    ENDINGS.find(([, words]) => words.test(text.toLowerCase()))?.[0] ?? 'stop'
  );
}

const ENDINGS: readonly (readonly [AnswerEnd, RegExp])[] = [
  // Anthropic's pause is one that the person may end, like a limit.
  ['length', /length|max_?(output_?)?tokens|context_window|pause_turn/],
  [
    'content_filter',
    /filter|safety|refus|sensitive|moderation|blocklist|prohibited|recitation|spii|language/
  ],
  ['error', /error|fail|abort|cancel|insufficient|interrupt|overload|^other$/],
  ['tool_calls', /tool|function/]
];

/** Why an answer ended, in the words of any package. */
export function endOf(message: BaseMessage): AnswerEnd {
  const fields: Record<string, unknown> = {
    ...message.additional_kwargs,
    ...message.response_metadata
  };
  const names = ['finish_reason', 'stop_reason', 'finishReason', 'done_reason'];
  const end = names.map(name => fields[name]).find(Boolean);
  return endingOf(String(end ?? ''));
}

function thoughtOf(part: Record<string, unknown>): string {
  const { type, reasoning, thinking, thought, text } = part;
  const found =
    (type === 'reasoning' && reasoning) ||
    (type === 'thinking' && thinking) ||
    (thought === true && text);
  return typeof found === 'string' ? found : '';
}
