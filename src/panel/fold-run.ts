import type { IAgentError, RunOutcome } from '../contract';

import { settleReasoning, unfinished } from './fold-message';
import { closedReview } from './fold-review';
import { appended, noticed, put, removed } from './item-list';
import type { ThreadItem } from './thread-items';
import {
  NOTHING_LIVE,
  type ISettledState,
  type IThreadState
} from './thread-state';

export function foldRunFinished(
  state: IThreadState,
  outcome: RunOutcome,
  error: IAgentError | undefined
): IThreadState {
  const { live } = state;
  let settled: ISettledState = {
    ...state.settled,
    run: null,
    outcome,
    retry: null,
    review: null,
    pending: [],
    turnRule: false,
    turnEffects: [],
    answered: outcome === 'answered'
  };
  // What was thought and said before the cut stays readable.
  settled = { ...settled, ...settleReasoning(settled, live, null) };
  if (live.messageId && unfinished(settled, live.messageId)) {
    settled = {
      ...settled,
      ...(live.text.trim()
        ? put(settled, {
            ...settled.items[live.messageId],
            kind: 'model',
            text: live.text
          } as ThreadItem)
        : removed(settled, live.messageId))
    };
  }
  settled = { ...settled, items: endCalls(settled.items) };
  if (outcome === 'limit') {
    const text = error ? `${error.title} ${error.text}` : '';
    settled = { ...settled, ...noticed(settled, outcome, text) };
  } else if (error) {
    settled = {
      ...settled,
      ...appended(settled, (id, path) => ({ kind: 'error', id, path, error }))
    };
    settled = {
      ...settled,
      retryable: settled.order[settled.order.length - 1]
    };
  } else if (outcome === 'stopped') {
    settled = { ...settled, ...noticed(settled, outcome, '') };
  }
  return { settled, live: NOTHING_LIVE };
}

/** No call of a run that is over is still waiting or running. */
function endCalls(
  items: Record<string, ThreadItem>
): Record<string, ThreadItem> {
  const next = { ...items };
  for (const [id, item] of Object.entries(items)) {
    if (
      item.kind === 'call' &&
      (item.state === 'waiting' || item.state === 'running')
    ) {
      next[id] = {
        ...item,
        state: 'stopped',
        review: closedReview(item.review)
      };
    }
  }
  return next;
}
