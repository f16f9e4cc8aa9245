import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';

import { CONTEXT_WITH_VALUES } from './message-context';
import { envelope, openEnvelope } from './envelope';
import type { IImageArtifact } from './outgoing';

const WITHHELD =
  'Withheld: since then the person lets only schemas reach you, no values.';

/**
 * A conversation for the mode "schemas only": results and attachments of the
 * time before it was switched on are withheld. What the model wrote itself
 * stays; it has been told.
 *
 * @returns the same array when there is nothing to withhold.
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

/** Marks an answer that was made while the mode was on: it holds no value. */
export function markSchemasOnly<T>(answer: T): T {
  if (ToolMessage.isInstance(answer)) {
    answer.artifact = { ...artifactOf(answer), schemasOnly: true };
  } else {
    const { update } = answer as { update?: { messages?: unknown[] } };
    update?.messages?.forEach(markSchemasOnly);
  }
  return answer;
}

function artifactOf(message: ToolMessage): IImageArtifact {
  return { imageIds: [], ...(message.artifact as IImageArtifact | undefined) };
}

function answerWithoutValues(message: ToolMessage): ToolMessage {
  const opened = openEnvelope(message.text);
  return !opened || artifactOf(message).schemasOnly
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
  const text = message.text.replace(
    CONTEXT_WITH_VALUES,
    `<context>\n${WITHHELD}\n</context>`
  );
  return text === message.text
    ? message
    : new HumanMessage({ id: message.id, content: text });
}
