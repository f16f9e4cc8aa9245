import { type BaseMessage, AIMessage } from '@langchain/core/messages';

import { keptData } from '../chat/provider-metadata';
import type { IRequestFacts } from '../errors/model-fault';

type Json = Record<string, unknown>;

/**
 * Fields of an answer that a chat-completions server gets back as they were:
 * those of the message, and those of its calls, by id.
 */
export interface ICompletionReplay {
  message?: Json & { thinking_parts?: object[] };
  calls?: Record<string, Json & { function?: Json }>;
}

interface ICompletionMessage {
  role?: string;
  content?: unknown;
  tool_calls?: { id?: string; function?: object }[];
}

/**
 * A request's messages with what their answers came with, where this model
 * wrote them.
 *
 * @param written the messages in the form of the protocol, made of `messages`.
 */
export function withReplay(
  written: readonly ICompletionMessage[],
  messages: readonly BaseMessage[],
  facts: IRequestFacts
): ICompletionMessage[] {
  const answers = messages.filter(each => AIMessage.isInstance(each));
  return written.map(each => {
    const answer = each.role === 'assistant' ? answers.shift() : undefined;
    const kept = answer && keptData<ICompletionReplay>(answer, facts);
    return kept ? replayed(each, kept) : each;
  });
}

function replayed(
  written: ICompletionMessage,
  { message = {}, calls = {} }: ICompletionReplay
): ICompletionMessage {
  const { thinking_parts: parts, ...fields } = message;
  const { content, tool_calls: made } = written;
  return {
    ...fields,
    ...written,
    ...(parts && {
      content: [
        ...parts,
        ...(content ? [{ type: 'text', text: String(content) }] : [])
      ]
    }),
    ...(made && {
      tool_calls: made.map(call => {
        const { function: ofFunction, ...extra } = calls[call.id ?? ''] ?? {};
        return {
          ...extra,
          ...call,
          function: { ...ofFunction, ...call.function }
        };
      })
    })
  };
}

/** Whether a text is one complete JSON object. */
export function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) {
    return false;
  }
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    // Only a part of it.
    return false;
  }
}
