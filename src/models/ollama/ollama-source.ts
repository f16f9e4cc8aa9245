import {
  type BaseMessage,
  AIMessage,
  ToolMessage
} from '@langchain/core/messages';

import type { IModelChoice } from '../../contract';
import { ollamaWindow } from '../provider/abilities';
import type { IRequestFacts } from '../errors/model-fault';
import type { ITarget } from '../provider/model-provider';
import { textOption } from '../provider/options';
import { keptData } from '../chat/provider-metadata';
import { temperatureOf } from '../chat/temperature';
import type { IProtocol } from '../transport/ask-model';
import { argumentsText, type IAnswerReader } from '../transport/read-answer';

/**
 * Ollama's own protocol (`POST /api/chat`, see docs/api.md of ollama/ollama):
 * one object per line, complete calls, the last object with `done`.
 */
export function ollama(
  { model, facts }: ITarget,
  choice: IModelChoice
): IProtocol {
  const think = textOption(choice, 'think');
  return {
    path: '/api/chat',
    question: (messages, { tools, ...options }) => ({
      framing: 'lines',
      body: {
        model,
        messages: writtenMessages(messages, facts),
        ...(tools?.length && { tools }),
        ...(think !== '' && { think: think === 'on' }),
        format: (options as { format?: object }).format,
        options: {
          num_ctx: choice.contextWindow ?? ollamaWindow(choice),
          temperature: temperatureOf(choice) ?? undefined
        },
        stream: true
      },
      reader: ollamaReader()
    })
  };
}

/** Its messages, with the thinking that led to an answer, and images aside. */
function writtenMessages(
  messages: BaseMessage[],
  facts: IRequestFacts
): object[] {
  const names = new Map<string, string>();
  return messages.map(message => {
    if (AIMessage.isInstance(message)) {
      const calls = message.tool_calls ?? [];
      calls.forEach(({ id = '', name }) => names.set(id, name));
      return {
        role: 'assistant',
        content: message.text,
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ id, name, args }) => ({
            id,
            type: 'function',
            function: { name, arguments: args }
          }))
        }),
        ...keptData<{ thinking: string }>(message, facts)
      };
    }
    if (ToolMessage.isInstance(message)) {
      const tool_name = names.get(message.tool_call_id);
      return { role: 'tool', ...contentOf(message), tool_name };
    }
    const role = message.type === 'system' ? 'system' : 'user';
    return { role, ...contentOf(message) };
  });
}

/** Texts as one, and images as Base64 beside it. */
function contentOf({ content }: BaseMessage): object {
  const parts = (
    typeof content === 'string' ? [{ type: 'text', text: content }] : content
  ) as { text?: string; image_url?: string | { url: string } }[];
  const images = parts.flatMap(({ image_url: image }) =>
    image
      ? [(typeof image === 'string' ? image : image.url).replace(/^.*?,/, '')]
      : []
  );
  return {
    content: parts.flatMap(({ text }) => text ?? []).join('\n'),
    ...(images.length > 0 && { images })
  };
}

interface ILine {
  message?: {
    content?: string;
    thinking?: string;
    tool_calls?: { function: { name: string; arguments: unknown } }[];
  };
  done?: boolean;
  done_reason?: string;
}

function ollamaReader(): IAnswerReader {
  let thinking = '';
  let index = 0;
  return {
    closesAtEnd: true,
    *read({ message, done, done_reason: end = '', ...counts }: ILine) {
      const { content, thinking: thoughts, tool_calls: calls } = message ?? {};
      thinking += thoughts ?? '';
      yield { text: content, thoughts };
      for (const { function: called } of calls ?? []) {
        const id = `call_${index}`;
        const args = argumentsText(called.arguments);
        yield { call: { index: index++, id, name: called.name, args } };
      }
      if (done) {
        yield { end, counts, metadata: thinking ? { thinking } : undefined };
      }
    }
  };
}
