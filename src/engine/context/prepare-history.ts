import type { BaseMessage } from '@langchain/core/messages';

import { clearOldResults } from './clear-old-results';
import { answerDangling } from './answer-dangling';
import { contextWindowOf } from '../run-context/answering-model';
import type { IRunContext } from '../run-context/run-context';
import { withTaskBoundaries } from '../model/task-message';
import { withoutValues } from './without-values';

/**
 * What is sent, and how many messages were made, withheld or cleared to get it.
 */
export interface IPreparedHistory {
  messages: BaseMessage[];
  made: number;
  withheld: number;
  cleared: number;
}

/**
 * The conversation as a model may read it now, made from what is stored: each
 * call has an answer, values are withheld in the mode "schemas only", and old
 * results are cleared.
 */
export function prepareHistory(
  run: IRunContext,
  stored: BaseMessage[]
): IPreparedHistory {
  const { privacy, context } = run.options.settings();
  const { messages, added } = answerDangling(
    withTaskBoundaries(stored),
    () => 'There is no record of what this call did.'
  );
  const allowed = privacy.schemasOnly ? withoutValues(messages) : messages;
  const { messages: short, cleared } = clearOldResults(allowed, {
    window: contextWindowOf(run.recipient),
    keep: context.keepResults,
    tools: run.options.tools
  });
  return {
    messages: short,
    cleared,
    made: added.length,
    withheld: allowed.filter((message, index) => message !== messages[index])
      .length
  };
}
