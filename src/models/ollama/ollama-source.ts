import {
  type BaseMessage,
  AIMessage,
  ToolMessage
} from '@langchain/core/messages';

import type { IModelChoice } from '../../contract';
import { OLLAMA_WINDOW } from '../provider/abilities';
import { type IRequestFacts, faultOfBody } from '../errors/model-fault';
import type { ITarget } from '../provider/model-provider';
import { textOption } from '../provider/options';
import type { IChatSource, IAnswerChunk } from '../chat/streaming-chat-model';
import { endingOf } from '../chat/reasoning';
import { keptData } from '../chat/provider-metadata';
import { temperatureOf } from '../chat/temperature';
import { type IAnswerReader, askModel, usageOf } from '../transport/ask-model';

/**
 * Ollama's own protocol (`POST /api/chat`, see docs/api.md of ollama/ollama):
 * one object per line, complete calls, the last object with `done`.
 */
export function ollamaSource(
  { model, facts, at }: ITarget,
  choice: IModelChoice
): IChatSource {
  const think = textOption(choice, 'think');
  return {
    facts,
    ask: (messages, { tools, signal, ...options }) =>
      askModel(
        {
          ...at('/api/chat'),
          signal,
          framing: 'lines',
          body: {
            model,
            messages: writtenMessages(messages, facts),
            ...(tools?.length && { tools }),
            ...(think !== '' && { think: think === 'on' }),
            format: (options as { format?: object }).format,
            options: {
              num_ctx:
                choice.contextWindow ??
                (Number(choice.options.numCtx) || OLLAMA_WINDOW),
              temperature: temperatureOf(choice) ?? undefined
            },
            stream: true
          },
          reader: new OllamaReader(facts)
        },
        facts
      )
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
  error?: unknown;
  message?: {
    content?: string;
    thinking?: string;
    tool_calls?: { function: { name: string; arguments: unknown } }[];
  };
  done?: boolean;
  done_reason?: string;
  prompt_eval_count?: number;
  eval_count?: number;
}

class OllamaReader implements IAnswerReader {
  private _thinking = '';
  private _calls = 0;
  private _last: ILine = {};

  constructor(private readonly _facts: IRequestFacts) {}

  get finished(): boolean {
    return this._last.done === true;
  }

  get closed(): boolean {
    return this.finished;
  }

  read(line: ILine): IAnswerChunk[] {
    if (line.error) {
      throw faultOfBody(line, this._facts);
    }
    this._last = line;
    const { content, thinking = '', tool_calls: calls } = line.message ?? {};
    this._thinking += thinking;
    return [
      { text: content ?? '', thoughts: thinking },
      ...(calls ?? []).map(({ function: { name, arguments: args } }) => {
        const index = this._calls++;
        return {
          call: {
            index,
            id: `call_${index}`,
            name,
            args: typeof args === 'string' ? args : JSON.stringify(args ?? {})
          }
        };
      })
    ];
  }

  finish(): IAnswerChunk[] {
    const { done_reason: reason, prompt_eval_count, eval_count } = this._last;
    return [
      {
        usage: usageOf(prompt_eval_count ?? 0, eval_count),
        reason: endingOf(reason ?? ''),
        ...(this._thinking && { kept: { thinking: this._thinking } })
      }
    ];
  }
}
