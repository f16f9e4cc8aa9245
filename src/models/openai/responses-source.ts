import {
  type BaseMessage,
  AIMessage,
  ToolMessage
} from '@langchain/core/messages';
import { ChatOpenAIResponses } from '@langchain/openai';

import type { IModelChoice } from '../../contract';
import { type IRequestFacts, faultOfBody } from '../errors/model-fault';
import { keptData } from '../chat/provider-metadata';
import { switchOption, textOption } from '../provider/options';
import type { IChatSource, IAnswerChunk } from '../chat/streaming-chat-model';
import { type ITarget, NO_KEY } from '../provider/model-provider';
import { temperatureOf } from '../chat/temperature';
import { type IAnswerReader, askModel, usageOf } from '../transport/ask-model';

/**
 * An item of an answer: a finished one of thinking, which only OpenAI can read,
 * or the place of a text or a call.
 */
interface IItem {
  type: string;
  encrypted_content?: string;
}

/**
 * OpenAI's responses API. The conversation is not stored there (`store:
 * false`), so a thinking model gets its own thinking back, encrypted, with the
 * next request. LangChain writes the parameters of the request.
 */
export function responsesSource(
  { model, facts, at }: ITarget,
  choice: IModelChoice
): IChatSource {
  const thinks = /(^|\/)(o\d|gpt-5(?!.*chat))/.test(model.toLowerCase());
  const effort = textOption(choice, 'effort') as 'low' | 'medium' | 'high' | '';
  const client = new ChatOpenAIResponses({
    model,
    apiKey: NO_KEY,
    temperature: temperatureOf(choice) ?? undefined,
    // LangChain's name for `store: false`.
    zdrEnabled: true,
    ...(thinks && {
      modelKwargs: { include: ['reasoning.encrypted_content'] },
      reasoning: {
        ...(effort && { effort }),
        ...(switchOption(choice, 'summary') && { summary: 'auto' as const })
      }
    })
  });
  return {
    facts,
    ask: (messages, { signal, ...options }) =>
      askModel(
        {
          ...at('/responses'),
          signal,
          body: {
            ...client.invocationParams(
              options as ChatOpenAIResponses['ParsedCallOptions']
            ),
            input: messages.flatMap(each => inputOf(each, facts)),
            stream: true
          },
          reader: new ResponsesReader(facts)
        },
        facts
      )
  };
}

function inputOf(message: BaseMessage, facts: IRequestFacts): object[] {
  if (AIMessage.isInstance(message)) {
    const kept = keptData<IItem | IItem[]>(message, facts) ?? [];
    return outputOf(message, [kept].flat());
  }
  const content =
    typeof message.content === 'string'
      ? message.content
      : message.content.map(inputPart);
  return ToolMessage.isInstance(message)
    ? [
        {
          type: 'function_call_output',
          call_id: message.tool_call_id,
          output: content
        }
      ]
    : [
        {
          type: 'message',
          role: message.type === 'system' ? 'system' : 'user',
          content
        }
      ];
}

/**
 * The items of an answer, with each item of thinking where it was. What of the
 * text and the calls has no place, as in threads of before, follows.
 */
function outputOf(message: AIMessage, kept: IItem[]): object[] {
  const rest: (IItem & Record<string, unknown>)[] = [
    ...(message.text === ''
      ? []
      : [
          {
            type: 'message',
            role: 'assistant',
            content: [
              { type: 'output_text', text: message.text, annotations: [] }
            ]
          }
        ]),
    ...(message.tool_calls ?? []).map(({ id, name, args }) => ({
      type: 'function_call',
      name,
      arguments: JSON.stringify(args),
      call_id: id
    }))
  ];
  const placed = kept.flatMap(item => {
    if (item.type === 'reasoning') {
      return [item];
    }
    const at = rest.findIndex(({ type }) => type === item.type);
    return at < 0 ? [] : rest.splice(at, 1);
  });
  return [...placed, ...rest];
}

/** A part of a message or of a tool's result, in the API's own format. */
function inputPart(part: {
  type: string;
  text?: unknown;
  image_url?: unknown;
}): object {
  const { image_url: image } = part;
  return image === undefined
    ? { type: 'input_text', text: String(part.text ?? '') }
    : {
        type: 'input_image',
        detail: 'auto',
        image_url: (image as { url?: string }).url ?? image
      };
}

interface IEvent {
  type: string;
  error?: unknown;
  output_index?: number;
  summary_index?: number;
  delta?: string;
  refusal?: string;
  item?: IItem & { call_id?: string; name?: string; arguments?: string };
  response?: {
    error?: unknown;
    output?: IItem[] | null;
    incomplete_details?: { reason?: string } | null;
    usage?: {
      input_tokens?: number;
      output_tokens?: number;
      total_tokens?: number;
      input_tokens_details?: { cached_tokens?: number };
      output_tokens_details?: { reasoning_tokens?: number };
    } | null;
  };
}

/** Reads events with types, of which the last has the whole response. */
class ResponsesReader implements IAnswerReader {
  private _response: IEvent['response'];
  private readonly _items: IItem[] = [];
  /** The part of the summary that the last piece belongs to. */
  private _part: number | undefined;

  constructor(private readonly _facts: IRequestFacts) {}

  get finished(): boolean {
    return this._response !== undefined;
  }

  get closed(): boolean {
    return this.finished;
  }

  read(event: IEvent): IAnswerChunk[] {
    const { type, item, delta = '', output_index: index = 0 } = event;
    if (type === 'error' || type === 'response.failed' || event.error) {
      const error = event.response?.error;
      throw faultOfBody(
        type === 'response.failed' ? { error: error ?? {} } : event,
        this._facts
      );
    }
    switch (type) {
      case 'response.output_text.delta':
        return [{ text: delta }];
      case 'response.refusal.done':
        return [{ text: event.refusal }];
      case 'response.reasoning_summary_text.delta': {
        const isNew =
          this._part !== undefined && this._part !== event.summary_index;
        this._part = event.summary_index;
        return [{ thoughts: isNew ? `\n\n${delta}` : delta }];
      }
      case 'response.output_item.added': {
        const { call_id: id, name, arguments: args = '' } = item ?? {};
        return item?.type === 'function_call'
          ? [{ call: { index, id, name, args } }]
          : [];
      }
      case 'response.function_call_arguments.delta':
        return [{ call: { index, args: delta } }];
      case 'response.output_item.done':
        this._items.push(...(item ? [item] : []));
        return [];
      case 'response.completed':
      case 'response.incomplete':
        this._response = event.response ?? {};
        return [];
      default:
        return [];
    }
  }

  finish(): IAnswerChunk[] {
    const { output, incomplete_details, usage } = this._response ?? {};
    // Gateways leave out of the last event what came before.
    const kept = (output?.length ? output : this._items)
      .filter(item => item.type !== 'reasoning' || item.encrypted_content)
      .map(item => (item.type === 'reasoning' ? item : { type: item.type }));
    return [
      {
        usage: usageOf(usage?.input_tokens ?? 0, usage?.output_tokens, {
          total: usage?.total_tokens,
          cacheRead: usage?.input_tokens_details?.cached_tokens,
          reasoning: usage?.output_tokens_details?.reasoning_tokens
        }),
        reason: !incomplete_details
          ? 'stop'
          : incomplete_details.reason === 'content_filter'
            ? 'content_filter'
            : 'length',
        ...(kept.some(({ type }) => type === 'reasoning') && { kept })
      }
    ];
  }
}
