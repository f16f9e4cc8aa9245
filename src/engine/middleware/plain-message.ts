import {
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';

import { textOf } from '../model/message-parts';

/** A message as plain data; of images only the size. */
export function plainMessage(message: BaseMessage): Record<string, unknown> {
  const calls = AIMessage.isInstance(message)
    ? (message.tool_calls ?? []).map(({ id, name, args }) => ({
        id,
        name,
        args
      }))
    : [];
  return {
    role: message.type,
    content: plainContent(message.content),
    ...(calls.length > 0 && { calls }),
    ...(ToolMessage.isInstance(message) && {
      call: message.tool_call_id,
      status: message.status
    })
  };
}

/** A tool in the form in which it is declared to the model. */
export function plainTool(tool: unknown): unknown {
  return convertToOpenAITool(tool as never).function;
}

function plainContent(content: BaseMessage['content']): unknown {
  return typeof content === 'string' ? content : content.map(plainPart);
}

/** A part of a message; base64 data is replaced by its size. */
function plainPart(part: unknown): unknown {
  return JSON.parse(
    JSON.stringify(part, (_key, value: unknown) =>
      typeof value === 'string' && isBinary(value)
        ? `[${mediaType(value)}, ${value.length.toLocaleString('en-US')} characters]`
        : value
    )
  ) as unknown;
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)[^,]{0,100};base64,/;

function isBinary(text: string): boolean {
  return (
    DATA_URL.test(text) ||
    (text.length > 1000 && /^[A-Za-z0-9+/]{1000}/.test(text))
  );
}

function mediaType(text: string): string {
  return DATA_URL.exec(text)?.[1] ?? 'base64';
}

/** What an answer says, in one line. */
export function answerTitle(answer: AIMessage): string {
  const calls = (answer.tool_calls ?? []).map(({ name }) => name);
  return calls.length > 0
    ? calls.join(', ')
    : textOf(answer).slice(0, 80).trim();
}
