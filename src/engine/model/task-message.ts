import { HumanMessage, type BaseMessage } from '@langchain/core/messages';

/** The field of the message that begins a task; it holds the task's name. */
const TASK = 'cellwright_task';

/** A message of the person; marked if it begins a task. */
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
 * The conversation as a model reads it. The beginning of each task is
 * announced, so that the model neither mistakes earlier tasks for the current
 * one nor loses them.
 *
 * @returns the same array if no task begins in it.
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
