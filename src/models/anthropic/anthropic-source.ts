import { ChatAnthropic, convertPromptToAnthropic } from '@langchain/anthropic';
import { type BaseMessage, AIMessage } from '@langchain/core/messages';
import { ChatPromptValue } from '@langchain/core/prompt_values';

import type { IModelChoice } from '../../contract';
import { type IRequestFacts, faultOfBody } from '../errors/model-fault';
import { keptData } from '../chat/provider-metadata';
import { endingOf } from '../chat/reasoning';
import { switchOption } from '../provider/options';
import type { IChatSource, IAnswerChunk } from '../chat/streaming-chat-model';
import { type ITarget, NO_KEY } from '../provider/model-provider';
import { temperatureOf } from '../chat/temperature';
import { type IAnswerReader, askModel, usageOf } from '../transport/ask-model';

/** Tokens for thinking, for models that require a number. */
const THINKING_BUDGET = 8_000;

/** Tokens for the rest of an answer. */
const ANSWER_BUDGET = 16_000;

/**
 * A thinking block with its signature, which Anthropic only accepts back
 * complete and where it was; between them, where its text and its calls were.
 */
type Block = Record<string, unknown> & { type: string };

/** The messages API; LangChain writes the request. */
export function anthropicSource(
  { model, facts, at }: ITarget,
  choice: IModelChoice
): IChatSource {
  const thinks = switchOption(choice, 'thinking');
  const client = new ChatAnthropic({
    model,
    apiKey: NO_KEY,
    ...(thinks
      ? thinking(model)
      : { temperature: temperatureOf(choice) ?? undefined })
  });
  return {
    facts,
    ask(messages, { signal, ...options }) {
      const sent = thinks
        ? messages.map(each => withThinking(each, facts))
        : messages;
      return askModel(
        {
          ...at('/v1/messages'),
          signal,
          body: withCaching({
            ...client.invocationParams(
              options as ChatAnthropic['ParsedCallOptions']
            ),
            ...convertPromptToAnthropic(new ChatPromptValue(sent)),
            stream: true
          }),
          reader: new AnthropicReader(facts)
        },
        facts
      );
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
function withThinking(message: BaseMessage, facts: IRequestFacts): BaseMessage {
  const blocks = keptData<Block[]>(message, facts);
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

interface IEvent {
  type: string;
  error?: unknown;
  index?: number;
  message?: { usage?: IUsage };
  content_block?: IPart;
  delta?: Omit<IPart, 'type'> & { stop_reason?: string | null };
  usage?: IUsage;
}

interface IUsage {
  input_tokens?: number | null;
  output_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  cache_read_input_tokens?: number | null;
}

interface IPart {
  type: string;
  id?: string;
  name?: string;
  text?: string;
  thinking?: string;
  signature?: string;
  partial_json?: string;
}

/** Reads named events, of which `message_stop` is the last. */
class AnthropicReader implements IAnswerReader {
  finished = false;
  /** By their index, those of thinking whole; see `Block`. */
  private readonly _blocks = new Map<
    number,
    Partial<IPart> & { type: string; length?: number }
  >();
  private _usage: IUsage = {};
  private _reason: string | null = null;

  constructor(private readonly _facts: IRequestFacts) {}

  get closed(): boolean {
    return this.finished;
  }

  read(event: IEvent): IAnswerChunk[] {
    const { type, index = 0, content_block: start, delta } = event;
    if (type === 'error' || event.error) {
      throw faultOfBody(event, this._facts);
    }
    this.finished = type === 'message_stop';
    // The counts at the end include those of the beginning.
    const counts = Object.entries(event.usage ?? event.message?.usage ?? {});
    Object.assign(
      this._usage,
      Object.fromEntries(counts.filter(each => each[1]))
    );
    this._reason = delta?.stop_reason ?? this._reason;
    const {
      text,
      thinking,
      signature,
      partial_json: args
    } = start ?? delta ?? {};
    if (start) {
      this._blocks.set(
        index,
        start.type.includes('thinking') ? { ...start } : { type: start.type }
      );
    }
    const block = this._blocks.get(index);
    if (block && thinking && !start) {
      block.thinking = (block.thinking ?? '') + thinking;
    }
    if (block && signature && !start) {
      block.signature = (block.signature ?? '') + signature;
    }
    if (block && text) {
      block.length = (block.length ?? 0) + text.length;
    }
    const { id, name } = start ?? {};
    return start?.type === 'tool_use'
      ? [{ call: { index, id, name, args: '' } }]
      : args
        ? [{ call: { index, args } }]
        : text || thinking
          ? [{ text, thoughts: thinking }]
          : [];
  }

  finish(): IAnswerChunk[] {
    const {
      input_tokens: input,
      output_tokens: output,
      cache_creation_input_tokens: cacheCreation,
      cache_read_input_tokens: cacheRead
    } = this._usage;
    const blocks = [...this._blocks.values()].filter(({ type }) =>
      /^(text|tool_use|(redacted_)?thinking)$/.test(type)
    );
    return [
      {
        reason: this._reason ? endingOf(this._reason) : undefined,
        usage: usageOf(
          (input ?? 0) + (cacheCreation ?? 0) + (cacheRead ?? 0),
          output,
          { cacheCreation: cacheCreation ?? 0, cacheRead: cacheRead ?? 0 }
        ),
        ...(blocks.some(({ type }) => type.includes('thinking')) && {
          kept: blocks
        })
      }
    ];
  }
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
