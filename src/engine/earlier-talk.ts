import { HumanMessage, getBufferString } from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';

import { asSent } from './as-sent';
import type { IRunParts, IUnsent } from './begin-run';
import type { ChosenModels } from './chosen-models';
import { disarm, envelope } from './envelope';
import { fromFileOf, wordsOf } from './imported';
import type { Run } from './run';
import { storedMessages } from './stored-messages';
import { SUMMARY_PREFIX, SUMMARY_PROMPT } from './summary';

/**
 * The messages of a run with what was said before in another thread: the
 * summary of the one it goes on from, as part of the message that begins it.
 */
export async function withEarlierTalk(
  parts: IRunParts,
  run: Run,
  {
    models,
    unsent,
    messages
  }: {
    models: ChosenModels;
    unsent: readonly IUnsent[];
    messages: readonly HumanMessage[];
  }
): Promise<BaseMessage[]> {
  return Promise.all(
    messages.map(async message => {
      const from = unsent.find(each => each.messageId === message.id);
      const summary =
        from?.continues &&
        (await summaryOf(parts, run, { models, threadId: from.continues }));
      return summary
        ? new HumanMessage({
            id: message.id,
            content: `${message.text}\n\n${summary}`
          })
        : message;
    })
  );
}

/** @throws what the model says, and so the run can be tried again. */
async function summaryOf(
  parts: IRunParts,
  run: Run,
  { models, threadId }: { models: ChosenModels; threadId: string }
): Promise<string> {
  const { threads, checkpointer } = parts;
  const record = await threads.get(threadId);
  const stored = await storedMessages(checkpointer, {
    threadId,
    branch: record?.branch ?? ''
  });
  const fromFile = await fromFileOf(threads, threadId);
  const conversation =
    stored.length > 0
      ? getBufferString(asSent(run, stored, fromFile).messages)
      : wordsOf(run, (await threads.imported?.(threadId)) ?? []);
  if (!conversation) {
    return '';
  }
  const { model } = await models.take();
  const stream = await model.stream(`${SUMMARY_PROMPT}\n\n${conversation}`, {
    signal: run.signal
  });
  let text = '';
  for await (const chunk of stream) {
    text += chunk.text;
  }
  text = text.trim();
  if (text === '') {
    throw new Error('The summary was empty.');
  }
  run.emit({ type: 'summary', text, messages: stored.length });
  const told = disarm(text, ['context', 'data']);
  // What was made of a file's words is no more to be trusted than they are.
  return `<context>\n${SUMMARY_PREFIX}\n${record?.imported ? envelope('file', told) : told}\n</context>`;
}
