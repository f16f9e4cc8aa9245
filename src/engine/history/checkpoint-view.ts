import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import type { CheckpointTuple } from '@langchain/langgraph/web';

import {
  hashText,
  type AgentEvent,
  type ICallRecord,
  type ICheckpointInfo,
  type ICheckpointView,
  type IEffectRecord
} from '../../contract';
import { textOf } from '../model/normalize-answer';
import { openEnvelope } from '../tool-calls/envelope';
import {
  answerOf,
  isGivenAnswer,
  messagesOf,
  saidIn,
  wordsOf,
  type ICallWords
} from './timeline';
import { lastTodos } from '../model/open-todos';

/** What a thread held at a checkpoint, with what is stored beside it. */
export function checkpointView({
  info,
  tuple,
  events,
  calls
}: {
  info: ICheckpointInfo;
  tuple: CheckpointTuple;
  /** The display log of the lineage that holds the checkpoint. */
  events: readonly AgentEvent[];
  /** The journal of that lineage. */
  calls: readonly ICallRecord[];
}): ICheckpointView {
  const messages = messagesOf(tuple);
  const values = tuple.checkpoint.channel_values;
  const words = wordsOf(events);
  return {
    ...info,
    conversation: messages.flatMap((message, index) =>
      entryOf(message, index, words)
    ),
    todos: (values.todos as ICheckpointView['todos']) ?? lastTodos(messages),
    cells: cellsAt(info.time, calls)
  };
}

/**
 * What was said, and what was done as sentences: results as the lines of their
 * calls show them.
 */
function entryOf(
  message: BaseMessage,
  index: number,
  { proposed, finished }: ICallWords
): ICheckpointView['conversation'] {
  const id = message.id ?? String(index);
  if (HumanMessage.isInstance(message)) {
    return [{ role: 'person', text: saidIn(message), id }];
  }
  if (ToolMessage.isInstance(message)) {
    // The call already says it.
    return isGivenAnswer(message)
      ? []
      : [
          {
            role: 'tool',
            text: finished.get(message.tool_call_id) || resultIn(message.text),
            id
          }
        ];
  }
  if (AIMessage.isInstance(message)) {
    const calls = (message.tool_calls ?? []).map(
      call =>
        answerOf(call) ??
        (proposed.get(call.id ?? '') ||
          `${call.name} ${JSON.stringify(call.args)}`)
    );
    const text = [textOf(message), ...calls].filter(Boolean).join('\n');
    return [{ role: 'model', text, id }];
  }
  return [];
}

/** The text of a tool's answer, without the marks around data for the model. */
function resultIn(text: string): string {
  const opened = openEnvelope(text);
  return opened ? `${opened.before}${opened.inside}` : text;
}

/**
 * Hash of each cell that the agent touched, as it was at a time. The content
 * before an effect is stored with it, so cells that were first touched later
 * are known too.
 */
export function cellsAt(
  time: number,
  calls: readonly ICallRecord[]
): Record<string, string> {
  const cells: Record<string, string> = {};
  const touched = new Set<string>();
  const effects = calls
    .flatMap(call => call.effects)
    .sort((one, other) => one.time - other.time);
  for (const effect of effects) {
    const cellId = 'cellId' in effect ? effect.cellId : null;
    if (cellId === null) {
      continue;
    }
    if (effect.time <= time) {
      const hash = hashAfter(effect);
      if (hash === null) {
        delete cells[cellId];
      } else if (hash !== undefined) {
        cells[cellId] = hash;
      }
    } else if (!touched.has(cellId) && !(cellId in cells)) {
      const before = 'before' in effect ? effect.before : null;
      if (before && typeof before === 'object') {
        cells[cellId] = hashText(before.source);
      }
    }
    touched.add(cellId);
  }
  return cells;
}

/**
 * Hash of the source a cell has after an effect; null if the cell is gone,
 * undefined if its source stays the same.
 */
function hashAfter(effect: IEffectRecord): string | null | undefined {
  switch (effect.kind) {
    case 'insert':
    case 'source':
    case 'run':
      return effect.hash;
    case 'delete':
      return null;
    default:
      return undefined;
  }
}
