import {
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

/** Makes the answer for a call that has none; a text says why it did not run. */
export type AnswerFor = (call: {
  id: string;
  name: string;
}) => string | ToolMessage;

/**
 * Makes a history valid for the strictest provider: after each AI message
 * exactly one tool message per call, in the order of the calls, and no tool
 * message without its call.
 *
 * @returns the history (the same array when it was valid) and the answers made.
 */
export function answerDangling(
  messages: BaseMessage[],
  answerFor: AnswerFor
): { messages: BaseMessage[]; added: ToolMessage[] } {
  const answers = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (ToolMessage.isInstance(message) && !answers.has(message.tool_call_id)) {
      answers.set(message.tool_call_id, message);
    }
  }
  const added: ToolMessage[] = [];
  const valid: BaseMessage[] = [];
  for (const message of messages) {
    if (ToolMessage.isInstance(message)) {
      continue;
    }
    valid.push(message);
    if (!AIMessage.isInstance(message)) {
      continue;
    }
    for (const call of message.tool_calls ?? []) {
      const id = call.id ?? '';
      let answer = answers.get(id);
      if (!answer) {
        const made = answerFor({ id, name: call.name });
        answer = ToolMessage.isInstance(made)
          ? made
          : new ToolMessage({
              content: made,
              tool_call_id: id,
              name: call.name,
              status: 'error'
            });
        added.push(answer);
      }
      valid.push(answer);
    }
  }
  const unchanged =
    valid.length === messages.length &&
    valid.every((message, index) => message === messages[index]);
  return { messages: unchanged ? messages : valid, added };
}
