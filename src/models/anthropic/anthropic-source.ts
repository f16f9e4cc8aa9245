import { ChatAnthropic } from '@langchain/anthropic';
import {
  type BaseMessage,
  AIMessage,
  type AIMessageChunk
} from '@langchain/core/messages';

import type { IModelChoice } from '../../contract';
import { PROTOCOL_HEADERS } from './protocol-headers';
import { anthropicForm, withCaching } from './anthropic-form';
import type { IRequestFacts } from '../errors/model-fault';
import { keptData } from '../chat/provider-metadata';
import { modelFetch } from '../transport/model-fetch';
import { switchOption } from '../provider/options';
import type { IChatSource, IAnswerChunk } from '../chat/streaming-chat-model';
import { FIRST_BYTE_TIMEOUT, NO_KEY } from '../provider/no-key';
import { temperatureOf } from '../chat/temperature';
import { messageChunks } from '../chat/message-chunks';

/** Tokens for thinking, for models that require a number. */
const THINKING_BUDGET = 8_000;

/** Tokens for the rest of an answer. */
const ANSWER_BUDGET = 16_000;

/** A thinking block with its signature; Anthropic only accepts it back complete. */
type ThinkingBlock = Record<string, unknown> & { type: string };

export function anthropicSource(
  base: URL,
  choice: IModelChoice,
  facts: IRequestFacts
): IChatSource {
  const model = choice.model.trim();
  const thinks = switchOption(choice, 'thinking');
  const temperature = temperatureOf(choice);
  const client = new ChatAnthropic({
    model,
    apiKey: NO_KEY,
    anthropicApiUrl: base.href.replace(/\/+$/, ''),
    maxRetries: 0,
    ...(thinks ? thinking(model) : temperature === null ? {} : { temperature }),
    clientOptions: {
      timeout: FIRST_BYTE_TIMEOUT,
      fetch: modelFetch(
        {
          headers: PROTOCOL_HEADERS,
          keyHeader: 'x-api-key',
          shape: withCaching,
          form: anthropicForm
        },
        facts
      )
    }
  });
  return {
    provider: choice.provider,
    model,
    facts,
    async *ask(messages, options) {
      const sent = thinks
        ? messages.map(each => withThinking(each, choice.provider, model))
        : messages;
      const chunks = client._streamResponseChunks(
        sent,
        options as ChatAnthropic['ParsedCallOptions']
      );
      const thoughts = new Thoughts();
      for await (const message of messageChunks(chunks)) {
        yield* pieces(message, thoughts);
      }
      if (thoughts.blocks.length > 0) {
        yield { kept: thoughts.blocks };
      }
    }
  };
}

/** Newer models decide how long to think; older ones need a budget. */
function thinking(model: string): object {
  return /claude-(opus|sonnet|fable|mythos)-(5|4-[678])|mythos/.test(model)
    ? { thinking: { type: 'adaptive' } }
    : {
        thinking: { type: 'enabled', budget_tokens: THINKING_BUDGET },
        maxTokens: THINKING_BUDGET + ANSWER_BUDGET
      };
}

/** An answer preceded by the thinking that led to it, as Anthropic expects it back. */
function withThinking(
  message: BaseMessage,
  provider: string,
  model: string
): BaseMessage {
  const blocks = keptData<ThinkingBlock[]>(message, provider, model);
  return blocks && AIMessage.isInstance(message)
    ? new AIMessage({
        content: [...blocks, { type: 'text', text: message.text }] as never,
        tool_calls: message.tool_calls
      })
    : message;
}

/** Joins the streamed pieces of thinking blocks. */
class Thoughts {
  private readonly _blocks = new Map<number, IPart>();

  get blocks(): ThinkingBlock[] {
    return [...this._blocks.values()].map(
      ({ index: _index, ...block }) => block as ThinkingBlock
    );
  }

  add(part: IPart): void {
    const key = part.index ?? 0;
    const block = this._blocks.get(key);
    if (!block) {
      this._blocks.set(key, { ...part });
      return;
    }
    for (const name of ['thinking', 'signature'] as const) {
      if (part[name]) {
        block[name] = (block[name] ?? '') + part[name];
      }
    }
  }
}

interface IPart {
  type: string;
  index?: number;
  text?: string;
  thinking?: string;
  signature?: string;
}

function* pieces(
  message: AIMessageChunk,
  thoughts: Thoughts
): Generator<IAnswerChunk> {
  for (const part of contentParts(message)) {
    if (part.type === 'thinking' || part.type === 'redacted_thinking') {
      thoughts.add(part);
      if (part.thinking) {
        yield { thoughts: part.thinking };
      }
    } else if (part.type === 'text' && part.text) {
      yield { text: part.text };
    }
  }
  for (const call of message.tool_call_chunks ?? []) {
    yield {
      call: {
        index: call.index ?? 0,
        id: call.id,
        name: call.name,
        args: call.args ?? ''
      }
    };
  }
  const reason = message.additional_kwargs.stop_reason;
  if (message.usage_metadata || reason) {
    yield { usage: usageOf(message), reason: reasonOf(reason) };
  }
}

/**
 * The final output count includes the initial one. Since counts are added up,
 * the initial one is dropped.
 */
function usageOf(message: AIMessageChunk): IAnswerChunk['usage'] {
  const { usage_metadata: usage, additional_kwargs: more } = message;
  return usage && !('stop_reason' in more)
    ? { ...usage, output_tokens: 0, total_tokens: usage.input_tokens }
    : usage;
}

function contentParts({ content }: AIMessageChunk): IPart[] {
  return typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : (content as IPart[]);
}

function reasonOf(reason: unknown): IAnswerChunk['reason'] {
  switch (reason) {
    case undefined:
    case null:
      return undefined;
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'tool_use':
      return 'tool_calls';
    case 'refusal':
      return 'content_filter';
    default:
      return 'stop';
  }
}
