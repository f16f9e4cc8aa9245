import { type BaseMessage, AIMessage } from '@langchain/core/messages';
import {
  ChatOpenAICompletions,
  convertMessagesToCompletionsMessageParams
} from '@langchain/openai';

import type { IModelChoice } from '../../contract';
import { keptData } from '../chat/provider-metadata';
import type { IRequestFacts } from '../errors/model-fault';
import { type ITarget, NO_KEY } from '../provider/model-provider';
import { temperatureOf } from '../chat/temperature';
import { CompletionReader } from './completion-reader';
import type { IProtocol } from '../transport/ask-model';

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
 * Any server with the chat-completions protocol. LangChain writes the request;
 * the answer is read here, because its reader drops what servers add.
 */
export function chatCompletions(
  { model, facts }: ITarget,
  choice: IModelChoice
): IProtocol {
  const client = new ChatOpenAICompletions({
    model,
    apiKey: NO_KEY,
    temperature: temperatureOf(choice) ?? undefined,
    streamUsage: true
  });
  return {
    path: '/chat/completions',
    question: (messages, options) => ({
      body: {
        ...client.invocationParams(
          options as ChatOpenAICompletions['ParsedCallOptions'],
          { streaming: true }
        ),
        messages: withReplay(
          convertMessagesToCompletionsMessageParams({ messages }).map(
            plainMessage
          ),
          messages,
          facts
        ),
        stream: true
      },
      reader: new CompletionReader(
        facts,
        options.tools?.map(tool => tool.function.name)
      )
    })
  };
}

/**
 * A message as many local servers need it: of texts only, it is one string; and
 * `developer`, OpenAI's newer name for the system prompt, is not known to all.
 */
function plainMessage<M extends { content?: unknown; role: string }>(
  message: M
): M {
  const { content, role } = message;
  return {
    ...message,
    ...(role === 'developer' && { role: 'system' }),
    ...(Array.isArray(content) &&
      content.every(isTextPart) && {
        content: content.map(part => part.text).join('\n')
      })
  };
}

function isTextPart(part: unknown): part is { text: string } {
  return (
    typeof part === 'object' && (part as { type?: unknown })?.type === 'text'
  );
}

/**
 * A request's messages with what their answers came with, where this model
 * wrote them.
 *
 * @param written the messages in the form of the protocol, made of `messages`.
 */
function withReplay(
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
