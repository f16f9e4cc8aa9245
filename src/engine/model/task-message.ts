import { HumanMessage, type BaseMessage } from '@langchain/core/messages';

/** On a message that a task begins with: the task's name. */
const TASK = 'cellwright_task';

/** A message of the person; with a boundary before it where it begins a task. */
export function taskMessage({
  messageId,
  text,
  task
}: {
  messageId: string;
  text: string;
  task?: string;
}): HumanMessage {
  return new HumanMessage({
    id: messageId,
    content: text,
    ...(task && { additional_kwargs: { [TASK]: task } })
  });
}

/**
 * A conversation as a model reads it: where a task begins it is said, so that
 * those before it are neither taken for it nor lost.
 *
 * @returns the same array where none begins.
 */
export function withTaskBoundaries(messages: BaseMessage[]): BaseMessage[] {
  return messages.some(beginsTask)
    ? messages.map(message =>
        beginsTask(message)
          ? new HumanMessage({
              id: message.id,
              content: `[A new task begins: ${String(message.additional_kwargs[TASK])}]\n\n${message.text}`
            })
          : message
      )
    : messages;
}

function beginsTask(message: BaseMessage): boolean {
  return typeof message.additional_kwargs?.[TASK] === 'string';
}
