import { type BaseMessage, AIMessage } from '@langchain/core/messages';
import {
  ChatOpenAIResponses,
  convertMessagesToResponsesInput
} from '@langchain/openai';

import type { IModelChoice } from '../../contract';
import type { IRequestFacts } from '../errors/model-fault';
import { keptData } from '../chat/provider-metadata';
import { textOption } from '../provider/options';
import { type ITarget, NO_KEY } from '../provider/model-provider';
import { temperatureOf } from '../chat/temperature';
import type { IProtocol } from '../transport/ask-model';
import type { IAnswerReader } from '../transport/read-answer';

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
export function responses(
  { model, facts }: ITarget,
  choice: IModelChoice
): IProtocol {
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
        ...(choice.options.summary === true && { summary: 'auto' as const })
      }
    })
  });
  return {
    path: '/responses',
    question: (messages, options) => ({
      body: {
        ...client.invocationParams(
          options as ChatOpenAIResponses['ParsedCallOptions']
        ),
        input: messages.flatMap(each => inputOf(each, facts)),
        stream: true
      },
      reader: responsesReader()
    })
  };
}

/**
 * A message in the API's form, an answer with each item of its thinking where
 * it was. What of the text and the calls has no place, as in threads of before,
 * follows.
 */
function inputOf(message: BaseMessage, facts: IRequestFacts): object[] {
  const isAnswer = AIMessage.isInstance(message);
  const items = (isAnswer && keptData<IItem | IItem[]>(message, facts)) || [];
  const plain = isAnswer
    ? new AIMessage({
        content: message.text && [{ type: 'text', text: message.text }],
        tool_calls: message.tool_calls
      })
    : message;
  const rest = convertMessagesToResponsesInput({
    messages: [plain],
    zdrEnabled: true,
    // For some it would write `developer`, which not every server knows.
    model: ''
  }).filter(item => !isAnswer || !('content' in item) || item.content);
  const placed = [items].flat().flatMap((item): object[] => {
    if (item.type === 'reasoning') {
      return [item];
    }
    const at = rest.findIndex(({ type }) => type === item.type);
    return at < 0 ? [] : rest.splice(at, 1);
  });
  return [...placed, ...rest];
}

interface IEvent {
  type: string;
  output_index?: number;
  summary_index?: number;
  delta?: string;
  refusal?: string;
  item?: IItem & { call_id?: string; name?: string; arguments?: string };
  response?: {
    output?: IItem[] | null;
    incomplete_details?: { reason?: string } | null;
    usage?: object | null;
  };
}

/** Reads events with types, of which the last has the whole response. */
function responsesReader(): IAnswerReader {
  const items: IItem[] = [];
  /** The part of the summary that the last piece belongs to. */
  let part: number | undefined;
  return {
    closesAtEnd: true,
    *read({ type, item, response, delta: args = '', ...event }: IEvent) {
      const { output_index: index = 0 } = event;
      switch (type) {
        case 'response.output_text.delta':
          yield { text: args };
          break;
        case 'response.refusal.done':
          yield { text: event.refusal };
          break;
        case 'response.reasoning_summary_text.delta': {
          const isNew = part !== undefined && part !== event.summary_index;
          part = event.summary_index;
          yield { thoughts: isNew ? `\n\n${args}` : args };
          break;
        }
        case 'response.output_item.added':
          if (item?.type === 'function_call') {
            const { call_id: id, name, arguments: begun = '' } = item;
            yield { call: { index, id, name, args: begun } };
          }
          break;
        case 'response.function_call_arguments.delta':
          yield { call: { index, args } };
          break;
        case 'response.output_item.done':
          items.push(...(item ? [item] : []));
          break;
        case 'response.completed':
        case 'response.incomplete': {
          const { output, incomplete_details: cut, usage } = response ?? {};
          const isFiltered = cut?.reason === 'content_filter';
          yield {
            end: !cut ? 'stop' : isFiltered ? 'content_filter' : 'length',
            counts: usage,
            // Gateways leave out of the last event what came before.
            metadata: keptOf(output?.length ? output : items)
          };
        }
      }
    }
  };
}

/** The items of thinking, and the places of the others. */
function keptOf(items: IItem[]): IItem[] | undefined {
  const replayed = items
    .filter(item => item.type !== 'reasoning' || item.encrypted_content)
    .map(item => (item.type === 'reasoning' ? item : { type: item.type }));
  return replayed.some(({ type }) => type === 'reasoning')
    ? replayed
    : undefined;
}
