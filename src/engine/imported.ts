import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';

import type { IThreadMessage } from '../contract';
import { envelope } from './envelope';
import type { Runs } from './runs';
import type { IThreadState } from './thread-state';

/**
 * The words of a thread that came from a file as a model reads them. They are
 * untrusted: what stands as a result is marked as data.
 */
function importedMessages(messages: readonly IThreadMessage[]): BaseMessage[] {
  return messages.map(message => {
    switch (message.role) {
      case 'person':
        return new HumanMessage({ id: message.id, content: message.text });
      case 'model':
        return new AIMessage({
          id: message.id,
          content: message.text,
          tool_calls: message.calls.map(({ id, tool, args }) => ({
            id,
            name: tool,
            args,
            type: 'tool_call'
          }))
        });
      case 'tool':
        return new ToolMessage({
          content: envelope(message.tool, message.text),
          tool_call_id: message.callId,
          name: message.tool,
          status: message.state === 'done' ? 'success' : 'error'
        });
    }
  });
}

/**
 * What stands before the first message of all: the words of a thread from a
 * file, in a branch those before its fork.
 */
export async function preludeOf(
  { parts, record, log }: IThreadState,
  runs: Runs
): Promise<BaseMessage[]> {
  if (!record.current?.imported || (await runs.messages()).length > 0) {
    return [];
  }
  const messages = (await parts.threads.imported?.(parts.id)) ?? [];
  const shown = new Set(
    (await parts.journal.shown(log.at)).map(event =>
      event.type === 'user-message' ? event.messageId : ''
    )
  );
  const end = messages.findIndex(
    message => message.role === 'person' && !shown.has(message.id)
  );
  return importedMessages(end < 0 ? messages : messages.slice(0, end));
}
