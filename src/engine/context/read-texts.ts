import {
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import type { IBranch, IJournal } from '../../contract';

/**
 * All text that a model read in a conversation without anybody saying it to the
 * model: results, attachments, summaries, instructions from files. Includes
 * text that is no longer sent.
 */
export async function readTexts(
  journal: IJournal,
  at: IBranch,
  messages: readonly BaseMessage[],
  instructions: readonly string[]
): Promise<string[]> {
  const shown = await journal.shown(at);
  const said = new Map(
    shown.map(event =>
      event.type === 'user-message' ? [event.messageId, event.text] : ['', '']
    )
  );
  return [
    ...instructions,
    ...messages.flatMap(message => {
      if (ToolMessage.isInstance(message)) {
        return [message.text];
      }
      const own = said.get(message.id ?? '') ?? '';
      return HumanMessage.isInstance(message)
        ? [message.text.replace(own, '')]
        : [];
    }),
    ...shown.flatMap(event =>
      event.type === 'call-finished'
        ? [event.result]
        : event.type === 'summary'
          ? [event.text]
          : []
    )
  ];
}
