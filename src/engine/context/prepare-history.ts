import {
  type BaseMessage,
  HumanMessage,
  ToolMessage
} from '@langchain/core/messages';
import { clearOldResults } from './clear-old-results';
import { answerDangling } from './answer-dangling';
import { contextWindowOf } from '../run-context/answering-model';
import type { IRunContext } from '../run-context/run-context';
import { withTaskBoundaries } from '../model/task-message';
import { withoutAttached } from './message-context';
import { FILE_CONTEXT } from './words-from-file';
import { envelope, openEnvelope } from '../tool-calls/envelope';
import type { IImageArtifact } from './attach-images';

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

const WITHHELD =
  'Withheld: the person has since restricted you to schemas, without values.';

/**
 * The conversation for the mode "schemas only": results and attachments from
 * before it was switched on are withheld. What the model wrote itself stays,
 * since it was sent to the model before.
 *
 * @returns the same array if there is nothing to withhold.
 */
function withoutValues(messages: BaseMessage[]): BaseMessage[] {
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
