import { type IRequestFacts, faultOfBody } from '../errors/model-fault';
import {
  type BaseMessage,
  AIMessage,
  type AIMessageChunk,
  ToolMessage
} from '@langchain/core/messages';
import { ChatOpenAIResponses } from '@langchain/openai';

import type { IModelChoice } from '../../contract';
import { type IAnswerer, keptData } from '../chat/provider-metadata';
import { modelFetch } from '../transport/model-fetch';
import type { IOpenAITarget } from './openai-target';
import { switchOption, textOption } from '../provider/options';
import type { IChatSource, IAnswerChunk } from '../chat/streaming-chat-model';
import { FIRST_BYTE_TIMEOUT, NO_KEY } from '../provider/no-key';
import { temperatureOf } from '../chat/temperature';
import { messageChunks } from '../chat/message-chunks';
import type { IAnswerForm } from '../transport/answer-stream';
import { WatchedAnswer } from '../transport/watched-answer';

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
 * next request.
 */
export function responsesSource(
  target: IOpenAITarget,
  choice: IModelChoice
): IChatSource {
  const { model, facts } = target;
  const thinks = /(^|\/)(o\d|gpt-5(?!.*chat))/.test(model.toLowerCase());
  const effort = textOption(choice, 'effort');
  const temperature = temperatureOf(choice);
  const client = new ChatOpenAIResponses({
    model,
    apiKey: NO_KEY,
    ...(temperature === null ? {} : { temperature }),
    maxRetries: 0,
    timeout: FIRST_BYTE_TIMEOUT,
    streaming: true,
    // LangChain's name for `store: false`.
    zdrEnabled: true,
    ...(thinks
      ? {
          modelKwargs: { include: ['reasoning.encrypted_content'] },
          reasoning: {
            ...(effort ? { effort: effort as 'low' | 'medium' | 'high' } : {}),
            ...(switchOption(choice, 'summary')
              ? { summary: 'auto' as const }
              : {})
          }
        }
      : {}),
    configuration: {
      baseURL: target.base.href,
      defaultQuery: target.query,
      dangerouslyAllowBrowser: true,
      fetch: modelFetch(
        { keyHeader: target.keyHeader, form: responsesForm },
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
      const sent = messages.map(each => sentMessage(each, answerer));
      const chunks = client._streamResponseChunks(
        sent,
        options as ChatOpenAIResponses['ParsedCallOptions']
      );
      const thoughts = new Thoughts();
      for await (const message of messageChunks(chunks)) {
        yield* pieces(message, thoughts);
      }
    }
  };
}

/** Converts a message to a form that LangChain's converter transmits completely. */
function sentMessage(message: BaseMessage, answerer: IAnswerer): BaseMessage {
  if (AIMessage.isInstance(message)) {
    const kept = keptData<IItem | IItem[]>(message, answerer);
    return new AIMessage({
      // An empty text would become an empty message between thinking and call.
      content: message.text === '' ? [] : message.text,
      tool_calls: message.tool_calls,
      response_metadata: kept
        ? { output: outputOf(message, [kept].flat()) }
        : {}
    });
  }
  if (ToolMessage.isInstance(message) && Array.isArray(message.content)) {
    return new ToolMessage({
      tool_call_id: message.tool_call_id,
      content: message.content.map(inputPart) as never
    });
  }
  return message;
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

/**
 * A part of a tool's result in the API's own format; otherwise it is sent as
 * JSON text.
 */
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

/** Puts a blank line between the parts of a summary. */
class Thoughts {
  private _part: unknown;

  next(text: string, part: unknown): string {
    const isNew = this._part !== undefined && part !== this._part;
    this._part = part;
    return isNew ? `\n\n${text}` : text;
  }
}

function* pieces(
  message: AIMessageChunk,
  thoughts: Thoughts
): Generator<IAnswerChunk> {
  for (const part of contentParts(message)) {
    if (part.type === 'reasoning' && part.reasoning) {
      yield { thoughts: thoughts.next(part.reasoning, part.index) };
    } else if (part.text) {
      yield { text: part.text };
    }
  }
  const { refusal } = message.additional_kwargs;
  if (typeof refusal === 'string') {
    yield { text: refusal };
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
  if (message.usage_metadata) {
    yield { usage: message.usage_metadata, ...ending(message) };
  }
}

interface IPart {
  type: string;
  text?: string;
  reasoning?: string;
  index?: number;
}

function contentParts({ content }: AIMessageChunk): IPart[] {
  return typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : (content as IPart[]);
}

/**
 * The content of the last event: why the answer ended, and the thinking to send
 * back.
 */
function ending(message: AIMessageChunk): Partial<IAnswerChunk> {
  const { output, incomplete_details: incomplete } =
    message.response_metadata as {
      output?: IItem[];
      incomplete_details?: { reason?: string } | null;
    };
  const kept = output
    ?.filter(item => item.type !== 'reasoning' || item.encrypted_content)
    .map(item => (item.type === 'reasoning' ? item : { type: item.type }));
  return {
    reason: !incomplete
      ? 'stop'
      : incomplete.reason === 'content_filter'
        ? 'content_filter'
        : 'length',
    ...(kept?.some(({ type }) => type === 'reasoning') && { kept })
  };
}

/** Format of answers from the responses API: each event has a type. */
function responsesForm(facts: IRequestFacts): IAnswerForm {
  return {
    framing: 'events',
    reader: new WatchedAnswer(event => {
      const response = event.response as
        { error?: unknown; output?: unknown } | undefined;
      if (response) {
        // Gateways leave it out where the items came before.
        response.output ??= [];
      }
      if (event.type === 'response.failed') {
        throw faultOfBody({ error: response?.error ?? {} }, facts);
      }
      if (event.type === 'error' || event.error) {
        throw faultOfBody(event, facts);
      }
      return event.type === 'response.completed' ||
        event.type === 'response.incomplete'
        ? 'closed'
        : 'more';
    })
  };
}
