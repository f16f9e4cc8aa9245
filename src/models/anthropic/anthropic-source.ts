import { ChatAnthropic, convertPromptToAnthropic } from '@langchain/anthropic';
import { type BaseMessage, AIMessage } from '@langchain/core/messages';
import { ChatPromptValue } from '@langchain/core/prompt_values';

import type { IModelChoice } from '../../contract';
import type { IRequestFacts } from '../errors/model-fault';
import { keptData } from '../chat/provider-metadata';
import { type ITarget, NO_KEY } from '../provider/model-provider';
import { temperatureOf } from '../chat/temperature';
import type { IProtocol } from '../transport/ask-model';
import type { IAnswerReader } from '../transport/read-answer';

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
export function anthropic(
  { model, facts }: ITarget,
  choice: IModelChoice
): IProtocol {
  const thinks = choice.options.thinking === true;
  const client = new ChatAnthropic({
    model,
    apiKey: NO_KEY,
    ...(thinks
      ? thinking(model)
      : { temperature: temperatureOf(choice) ?? undefined })
  });
  return {
    path: '/v1/messages',
    question(messages, options) {
      const sent = thinks
        ? messages.map(each => withThinking(each, facts))
        : messages;
      return {
        body: withCaching({
          ...client.invocationParams(
            options as ChatAnthropic['ParsedCallOptions']
          ),
          ...convertPromptToAnthropic(new ChatPromptValue(sent)),
          stream: true
        }),
        reader: anthropicReader()
      };
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

type Counts = Record<string, number | null>;

interface IEvent {
  type: string;
  index?: number;
  message?: { usage?: Counts };
  content_block?: IPart;
  delta?: Partial<IPart> & { stop_reason?: string | null };
  usage?: Counts;
}

interface IPart {
  type: string;
  id?: string;
  name?: string;
  input?: object;
  text?: string;
  thinking?: string;
  signature?: string;
  partial_json?: string;
}

/** Reads named events, of which `message_stop` is the last. */
function anthropicReader(): IAnswerReader {
  /** By their index, those of thinking whole; see `Block`. */
  const blocks = new Map<number, IPart & { length?: number }>();
  const counts: Counts = {};
  let end = '';
  return {
    closesAtEnd: true,
    *read({ type, index = 0, delta, ...event }: IEvent) {
      // The counts at the end include those of the beginning.
      const usage = Object.entries(event.usage ?? event.message?.usage ?? {});
      Object.assign(counts, Object.fromEntries(usage.filter(([, all]) => all)));
      end = delta?.stop_reason ?? end;
      const start = event.content_block;
      if (start) {
        const isWhole = start.type.includes('thinking');
        blocks.set(index, isWhole ? { ...start } : { type: start.type });
      }
      const {
        id,
        name,
        text,
        thinking,
        partial_json: args
      } = start ?? delta ?? {};
      const block = blocks.get(index);
      if (block && delta) {
        for (const field of ['thinking', 'signature'] as const) {
          const more = delta[field];
          block[field] = more ? (block[field] ?? '') + more : block[field];
        }
      }
      if (block && text) {
        block.length = (block.length ?? 0) + text.length;
      }
      if (start?.type === 'tool_use') {
        // Empty as a rule; some gateways send all of it here.
        const given = JSON.stringify(start.input ?? {}).replace(/^\{\}$/, '');
        yield { call: { index, id, name, args: given } };
      } else if (args) {
        yield { call: { index, args } };
      } else {
        yield { text, thoughts: thinking };
      }
      if (type === 'message_stop') {
        const all = [...blocks.values()].filter(each =>
          /^(text|tool_use|(redacted_)?thinking)$/.test(each.type)
        );
        const thought = all.some(each => each.type.includes('thinking'));
        yield { end, counts, metadata: thought ? all : undefined };
      }
    }
  };
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
function withCaching(body: object): object {
  const { system = '', messages = [] } = body as IBody;
  const asked = messages
    .map(message => ({ ...message, content: visible(message.content) }))
    .filter(message => message.content.length > 0);
  const instructions = visible(system);
  [instructions, asked.at(-1)?.content ?? []].forEach(mark);
  return {
    ...body,
    ...(instructions.length > 0 && { system: instructions }),
    messages: asked
  };
}

function visible(content: string | Block[]): Block[] {
  const blocks =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return blocks.filter(
    ({ type, text }: Block) =>
      type !== 'text' || String(text ?? '').trim() !== ''
  );
}

/** Marks the last block for which that is allowed; thinking blocks cannot be marked. */
function mark(content: Block[]): void {
  const at = content.findLastIndex(({ type }) => !type.includes('thinking'));
  if (at >= 0) {
    content[at] = { ...content[at], ...CACHED };
  }
}
