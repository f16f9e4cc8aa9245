import {
  HumanMessage,
  getBufferString,
  type BaseMessage
} from '@langchain/core/messages';

import { prepareHistory } from './clear-old-results';
import type { IRunDependencies } from '../run-context/run-dependencies';
import type { IUnsentMessage } from '../run-context/run-request';
import type { ModelSelector } from '../model/model-selector';
import { escapeTags, envelope } from '../tool-calls/envelope';
import { wordsOf } from './words-from-file';
import type { IRunContext } from '../run-context/run-context';
import { storedMessages } from '../run-context/graph-config';
import { SUMMARY_PREFIX, SUMMARY_PROMPT } from './summary-trigger';

/**
 * The messages of a run that continues another thread: the summary of that
 * thread becomes part of the first message.
 */
export async function continueWithSummary(
  parts: IRunDependencies,
  run: IRunContext,
  {
    models,
    unsent,
    messages
  }: {
    models: ModelSelector;
    unsent: readonly IUnsentMessage[];
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

/** @throws the model's error, so that the run can be tried again. */
async function summaryOf(
  parts: IRunDependencies,
  run: IRunContext,
  { models, threadId }: { models: ModelSelector; threadId: string }
): Promise<string> {
  const { threads, checkpointer } = parts;
  const record = await threads.get(threadId);
  const stored = await storedMessages(checkpointer, {
    threadId,
    branch: record?.branch ?? ''
  });
  const conversation =
    stored.length > 0
      ? getBufferString(prepareHistory(run, stored).messages)
      : wordsOf(
          run.recipient,
          (await threads.imported?.(threadId)) ?? [],
          run.options.settings().privacy.schemasOnly
        );
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
  const described = escapeTags(text, ['context', 'data']);
  // A summary of an imported file is no more trusted than the file.
  return `<context>\n${SUMMARY_PREFIX}\n${record?.imported ? envelope('file', described) : described}\n</context>`;
}
