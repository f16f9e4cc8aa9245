import { ChatAnthropic } from '@langchain/anthropic';
import {
  type BaseMessage,
  AIMessage,
  type AIMessageChunk
} from '@langchain/core/messages';

import type { IModelChoice } from '../../contract';
import { PROTOCOL_HEADERS } from './protocol-headers';
import { type IRequestFacts, faultOfBody } from '../errors/model-fault';
import { type IAnswerer, keptData } from '../chat/provider-metadata';
import { endingOf } from '../chat/reasoning';
import { modelFetch } from '../transport/model-fetch';
import { switchOption } from '../provider/options';
import type { IChatSource, IAnswerChunk } from '../chat/streaming-chat-model';
import { FIRST_BYTE_TIMEOUT, NO_KEY } from '../provider/no-key';
import { temperatureOf } from '../chat/temperature';
import { messageChunks } from '../chat/message-chunks';
import type { IAnswerForm } from '../transport/answer-stream';
import { WatchedAnswer } from '../transport/watched-answer';

/** Tokens for thinking, for models that require a number. */
const THINKING_BUDGET = 8_000;

/** Tokens for the rest of an answer. */
const ANSWER_BUDGET = 16_000;

/**
 * A thinking block with its signature, which Anthropic only accepts back
 * complete and where it was; between them, where its text and its calls were.
 */
type Block = Record<string, unknown> & { type: string };

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
    anthropicApiUrl: base.href.replace(/(?<!\/)\/+$/, ''),
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
      const answerer = { provider: choice.provider, model, host: facts.host };
      const sent = thinks
        ? messages.map(each => withThinking(each, answerer))
        : messages;
      const chunks = client._streamResponseChunks(
        sent,
        options as ChatAnthropic['ParsedCallOptions']
      );
      const thoughts = new Thoughts();
      for await (const message of messageChunks(chunks)) {
        yield* pieces(message, thoughts);
      }
      if (thoughts.hasAny) {
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

/**
 * An answer with the thinking that led to it, as Anthropic expects it back: each
 * block where it was. What of the text and the calls has no place in it, as
 * after some were left out, follows.
 */
function withThinking(message: BaseMessage, answerer: IAnswerer): BaseMessage {
  const blocks = keptData<Block[]>(message, answerer);
  if (!blocks || !AIMessage.isInstance(message)) {
    return message;
  }
  const calls = [...(message.tool_calls ?? [])];
  let rest = message.text;
  const content = blocks.flatMap((block): object[] => {
    if (block.type === 'text') {
      const part = { type: 'text', text: rest.slice(0, Number(block.length)) };
      rest = rest.slice(part.text.length);
      return [part];
    }
    if (block.type === 'tool_use') {
      const call = calls.shift();
      return call
        ? [{ type: 'tool_use', id: call.id, name: call.name, input: call.args }]
        : [];
    }
    return [block];
  });
  const text = rest === '' ? [] : [{ type: 'text', text: rest }];
  const at = content.findLastIndex(each => (each as Block).type !== 'tool_use');
  content.splice(at + 1, 0, ...text);
  return new AIMessage({
    content: content as never,
    tool_calls: message.tool_calls
  });
}

/** Joins the streamed pieces of thinking blocks, and notes what is between them. */
class Thoughts {
  private readonly _blocks = new Map<number, IPart>();

  get hasAny(): boolean {
    return [...this._blocks.values()].some(({ type }) =>
      type.includes('thinking')
    );
  }

  get blocks(): Block[] {
    return [...this._blocks.values()].map(
      ({ index: _index, ...block }) => block as Block
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
    block.length = (block.length ?? 0) + (part.length ?? 0);
  }
}

interface IPart {
  type: string;
  index?: number;
  text?: string;
  thinking?: string;
  signature?: string;
  /** Of a text. */
  length?: number;
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
      const { index, text } = part;
      thoughts.add({ type: 'text', index, length: text.length });
      yield { text };
    }
  }
  for (const call of message.tool_call_chunks ?? []) {
    thoughts.add({ type: 'tool_use', index: call.index });
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
    yield {
      usage: usageOf(message),
      reason: reason ? endingOf(String(reason)) : undefined
    };
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

interface IBody {
  system?: string | Block[];
  messages?: { role: string; content: string | Block[] }[];
}

const CACHED = { cache_control: { type: 'ephemeral' } };

/**
 * Marks what the next request will have in common with this one, so that
 * Anthropic can read it from its cache: the tools, the system prompt, and the
 * conversation up to its last message. Removes empty texts, which Anthropic
 * refuses.
 */
function withCaching(body: Record<string, unknown>): Record<string, unknown> {
  const { system, messages = [] } = body as IBody;
  const asked = messages
    .map(message => ({ ...message, content: visible(blocks(message.content)) }))
    .filter(message => message.content.length > 0);
  const last = asked.at(-1);
  if (last) {
    last.content = marked(last.content);
  }
  const told = visible(blocks(system ?? ''));
  return {
    ...body,
    ...(told.length > 0 ? { system: marked(told) } : {}),
    messages: asked
  };
}

function blocks(content: string | Block[]): Block[] {
  return typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : content;
}

function visible(content: Block[]): Block[] {
  return content.filter(
    ({ type, text }) => type !== 'text' || String(text ?? '').trim() !== ''
  );
}

/** Marks the last block for which that is allowed; thinking blocks cannot be marked. */
function marked(content: Block[]): Block[] {
  const at = content.findLastIndex(({ type }) => !type.includes('thinking'));
  return content.map((block, index) =>
    index === at ? { ...block, ...CACHED } : block
  );
}

/** Format of Anthropic's answers: named events, ending with `message_stop`. */
function anthropicForm(facts: IRequestFacts): IAnswerForm {
  return {
    framing: 'events',
    reader: new WatchedAnswer(event => {
      if (event.type === 'error' || event.error) {
        throw faultOfBody(event, facts);
      }
      return event.type === 'message_stop' ? 'closed' : 'more';
    })
  };
}
