import type { AgentEvent } from '../../contract';

import { added, put, putBefore, removed, type Items } from '../state/items';
import type {
  ILiveState,
  ISettledState,
  IThreadViewState
} from '../state/thread-view-state';

/** The live state between two messages. */
export const NO_MESSAGE = {
  messageId: null,
  text: '',
  reasoning: '',
  draft: null
} satisfies Partial<ILiveState>;

export function foldDelta(
  state: IThreadViewState,
  messageId: string,
  delta: string
): IThreadViewState {
  const { settled, live } = state;
  const continues = live.messageId === messageId;
  return {
    settled: settled.items[messageId]
      ? settled
      : {
          ...settled,
          ...added(settled, {
            kind: 'model',
            id: messageId,
            path: settled.path,
            text: null
          }),
          retry: null
        },
    live: {
      ...live,
      messageId,
      text: continues ? live.text + delta : delta,
      reasoning: continues ? live.reasoning : '',
      draft: null
    }
  };
}

/** Reasoning is placed before its message, folded. */
export function foldReasoning(
  { settled, live }: IThreadViewState,
  messageId: string,
  delta: string
): IThreadViewState {
  const id = reasoningId(messageId);
  const continues = live.messageId === messageId;
  return {
    settled: settled.items[id]
      ? settled
      : {
          ...settled,
          ...added(settled, {
            kind: 'reasoning',
            id,
            path: settled.path,
            text: null
          })
        },
    live: {
      ...live,
      ...(continues ? {} : NO_MESSAGE),
      messageId,
      reasoning: continues ? live.reasoning + delta : delta
    }
  };
}

/** The text so far is void, because the call to the model is repeated. */
export function foldRetry(
  { settled, live }: IThreadViewState,
  event: AgentEvent & { type: 'model-retry' }
): IThreadViewState {
  const { messageId, attempt, wait, error } = event;
  let next = settled;
  if (unfinished(next, messageId)) {
    next = { ...next, ...removed(next, messageId) };
  }
  if (isThinking(next, reasoningId(messageId))) {
    next = { ...next, ...removed(next, reasoningId(messageId)) };
  }
  return {
    settled: { ...next, retry: { attempt, wait, error } },
    live: { ...live, ...NO_MESSAGE }
  };
}

export function foldModelMessage(
  { settled, live }: IThreadViewState,
  event: AgentEvent & { type: 'model-message' }
): IThreadViewState {
  const { messageId, text, numbers } = event;
  const thought = {
    ...settled,
    ...settleReasoning(settled, live, event)
  };
  const known = thought.items[messageId] !== undefined;
  const hasText = text.trim() !== '';
  return {
    settled: {
      ...thought,
      retry: null,
      ...(hasText
        ? put(thought, {
            kind: 'model',
            id: messageId,
            path: settled.path,
            text,
            ...(numbers && { numbers })
          })
        : known
          ? removed(thought, messageId)
          : {})
    },
    live: { ...live, ...NO_MESSAGE }
  };
}

/**
 * Finishes reasoning: with the text in the whole message, else with the text
 * that was streamed.
 * @param event null when the message was cut short.
 */
export function settleReasoning(
  settled: ISettledState,
  live: ILiveState,
  event: { messageId: string; reasoning?: string } | null
): Partial<Items> {
  const messageId = event?.messageId ?? live.messageId;
  if (messageId === null) {
    return {};
  }
  const id = reasoningId(messageId);
  const streamed = live.messageId === messageId ? live.reasoning : '';
  const text = (event?.reasoning ?? streamed).trim();
  if (text) {
    const item = { kind: 'reasoning', id, path: settled.path, text } as const;
    // Even if it arrives only at the end, it is placed before its message.
    return settled.items[id] || !settled.items[messageId]
      ? put(settled, item)
      : putBefore(settled, messageId, item);
  }
  return isThinking(settled, id) ? removed(settled, id) : {};
}

function reasoningId(messageId: string): string {
  return `thought-${messageId}`;
}

function isThinking(settled: ISettledState, id: string): boolean {
  const item = settled.items[id];
  return item?.kind === 'reasoning' && item.text === null;
}

export function unfinished(settled: ISettledState, messageId: string): boolean {
  const item = settled.items[messageId];
  return item?.kind === 'model' && item.text === null;
}
