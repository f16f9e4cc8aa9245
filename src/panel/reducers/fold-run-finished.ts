import type { AgentEvent } from '../../contract';

import { settleReasoning, unfinished } from './fold-delta';
import { closedInterrupt } from './interrupt-opened';
import { closedReview } from './review-changed';
import {
  added,
  appended,
  changed,
  noticed,
  put,
  removed,
  type Items
} from '../state/items';
import type { ThreadItem } from '../state/thread-items';
import {
  NOTHING_LIVE,
  type ISettledState,
  type IThreadViewState
} from '../state/thread-view-state';

export function foldRunFinished(
  state: IThreadViewState,
  event: AgentEvent & { type: 'run-finished' }
): IThreadViewState {
  const { runId, outcome, error } = event;
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
    turnTools: [],
    answered: outcome === 'answered'
  };
  // Reasoning and text before the cut stay readable.
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
  settled = { ...settled, items: ended(settled) };
  if (event.changed) {
    settled = {
      ...settled,
      ...added(settled, {
        kind: 'turn',
        id: turnId(runId),
        path: settled.path,
        runId,
        undone: null
      })
    };
  }
  if (outcome === 'limit' || outcome === 'interrupted') {
    const text = error ? `${error.title} ${error.text}` : '';
    settled = retryableAt(settled, noticed(settled, outcome, text));
  } else if (error) {
    settled = retryableAt(
      settled,
      appended(settled, (id, path) => ({ kind: 'error', id, path, error }))
    );
  } else if (outcome === 'stopped') {
    settled = { ...settled, ...noticed(settled, outcome, '') };
  }
  return { settled, live: NOTHING_LIVE };
}

/** The run goes on from the newest item, whatever comes after it. */
function retryableAt(
  settled: ISettledState,
  next: ReturnType<typeof appended>
): ISettledState {
  return { ...settled, ...next, retryable: next.order.at(-1) ?? null };
}

/** What was undone of a turn; a turn can be undone once. */
export function turnUndone(
  settled: ISettledState,
  { runId, text }: { runId: string; text: string }
): Items {
  const id = turnId(runId);
  return put(settled, {
    kind: 'turn',
    id,
    path: settled.items[id]?.path ?? settled.path,
    runId,
    undone: text
  });
}

function turnId(runId: string): string {
  return `turn-${runId}`;
}

/** Closes items of the run that are still waiting or running. */
function ended({ order, items, begun }: ISettledState): Items['items'] {
  const changes: ThreadItem[] = [];
  for (let index = begun; index < order.length; index++) {
    const item = items[order[index]];
    if (
      item.kind === 'call' &&
      (item.state === 'waiting' || item.state === 'running')
    ) {
      changes.push({
        ...item,
        state: 'stopped',
        review: closedReview(item.review)
      });
    } else if (item.kind === 'interrupt' && item.status === 'pending') {
      changes.push(closedInterrupt(item, { answer: null, by: 'stop' }));
    }
  }
  return changed(items, changes);
}
