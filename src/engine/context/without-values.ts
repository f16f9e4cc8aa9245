import {
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import { withoutAttached } from './message-context';
import { FILE_CONTEXT } from './words-from-file';
import { envelope, openEnvelope } from '../tool-calls/envelope';
import type { IImageArtifact } from './attach-images';

const WITHHELD =
  'Withheld: the person has since restricted you to schemas, without values.';

/**
 * The conversation for the mode "schemas only": results and attachments from
 * before it was switched on are withheld. What the model wrote itself stays,
 * since it was sent to the model before.
 *
 * @returns the same array if there is nothing to withhold.
 */
export function withoutValues(messages: BaseMessage[]): BaseMessage[] {
  const sent = messages.map(message =>
    ToolMessage.isInstance(message)
      ? answerWithoutValues(message)
      : HumanMessage.isInstance(message)
        ? contextWithoutValues(message)
        : message
  );
  return sent.some((message, index) => message !== messages[index])
    ? sent
    : messages;
}

function answerWithoutValues(message: ToolMessage): ToolMessage {
  const opened = openEnvelope(message.text);
  return !opened ||
    (message.artifact as IImageArtifact | undefined)?.schemasOnly
    ? message
    : new ToolMessage({
        id: message.id,
        content: opened.before + envelope(message.name ?? 'tool', WITHHELD),
        tool_call_id: message.tool_call_id,
        name: message.name,
        status: message.status
      });
}

function contextWithoutValues(message: HumanMessage): HumanMessage {
  const text = withoutAttached(message.text, WITHHELD).replace(
    FILE_CONTEXT,
    `<context>\n${WITHHELD}\n</context>`
  );
  return text === message.text
    ? message
    : new HumanMessage({ id: message.id, content: text });
}
