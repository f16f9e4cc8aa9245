import type { AgentEvent, IAgentError, RunOutcome } from '../contract';

import { queuedAfter, without } from './fold-queue';
import {
  callChanged,
  cardOpened,
  closedReview,
  reviewChanged,
  reviewClosed
} from './fold-review';
import { added, appended, noticed, put, removed } from './item-list';
import { newCall, type ThreadItem } from './thread-items';
import {
  NOTHING_LIVE,
  type ISettledState,
  type IThreadState
} from './thread-state';

/**
 * One event folded into the state of a thread. Pure. Whatever an event does
 * not touch keeps its identity; a token touches `live` and nothing else.
 */
export function foldEvent(
  state: IThreadState,
  event: AgentEvent
): IThreadState {
  const { settled, live } = state;
  switch (event.type) {
    case 'run-started':
      return withSettled(state, {
        run: {
          runId: event.runId,
          notebook: event.notebook,
          model: event.model
        },
        path: event.notebook.path,
        outcome: null,
        retry: null,
        retryable: null,
        restartable: null,
        todos: settled.answered ? [] : settled.todos,
        answered: false
      });
    case 'user-message':
      return withSettled(state, {
        ...added(settled, {
          kind: 'user',
          id: event.messageId,
          path: settled.path,
          text: event.text
        }),
        title: settled.title || event.text,
        queued: without(settled.queued, event.messageId),
        retryable: null
      });
    case 'queued':
      return withSettled(state, { queued: queuedAfter(settled, event) });
    case 'model-started':
      return {
        settled: settled.retry ? { ...settled, retry: null } : settled,
        live: { ...live, messageId: event.messageId, text: '', draft: null }
      };
    case 'text-delta':
      return foldDelta(state, event.messageId, event.delta);
    case 'call-drafted':
      return {
        settled,
        live: {
          ...live,
          draft: { tool: event.tool, characters: event.characters }
        }
      };
    case 'model-retry': {
      const void_ = unfinished(settled, event.messageId);
      return {
        settled: {
          ...settled,
          ...(void_ ? removed(settled, event.messageId) : {}),
          retry: {
            attempt: event.attempt,
            wait: event.wait,
            error: event.error
          }
        },
        live: { ...live, messageId: null, text: '', draft: null }
      };
    }
    case 'model-message':
      return foldModelMessage(state, event.messageId, event.text);
    case 'usage':
      return withSettled(state, {
        usage: {
          input: event.input,
          output: event.output,
          total: settled.usage.total + event.input + event.output,
          estimated: settled.usage.estimated || event.estimated
        }
      });
    case 'call-proposed':
      return {
        settled: {
          ...settled,
          ...added(
            settled,
            newCall({
              id: event.callId,
              path: settled.path,
              tool: event.tool,
              args: event.args,
              text: event.text
            })
          )
        },
        live: live.draft ? { ...live, draft: null } : live
      };
    case 'call-started':
      return withSettled(
        state,
        callChanged(settled, event.callId, {
          state: 'running',
          startedAt: event.time
        })
      );
    case 'call-progress':
      return {
        settled,
        live: {
          ...live,
          progress: {
            ...live.progress,
            [event.callId]: {
              ...live.progress[event.callId],
              ...(event.text === undefined ? {} : { text: event.text }),
              ...(event.cellId === undefined ? {} : { cellId: event.cellId })
            }
          }
        }
      };
    case 'call-finished':
      return foldCallFinished(state, event);
    case 'todos':
      return withSettled(state, { todos: event.todos, answered: false });
    case 'review-opened': {
      let next = settled;
      for (const card of event.cards) {
        next = { ...next, ...cardOpened(next, event.interruptId, card) };
      }
      return withSettled(state, {
        ...next,
        review: {
          interruptId: event.interruptId,
          callIds: event.cards.map(card => card.callId)
        }
      });
    }
    case 'review-voided': {
      const next = {
        ...settled,
        ...cardOpened(settled, event.interruptId, event.card)
      };
      const callIds =
        settled.review?.interruptId === event.interruptId
          ? settled.review.callIds
          : [];
      return withSettled(state, {
        ...next,
        review: {
          interruptId: event.interruptId,
          callIds: callIds.includes(event.card.callId)
            ? callIds
            : [...callIds, event.card.callId]
        }
      });
    }
    case 'review-decided':
      return withSettled(
        state,
        reviewChanged(settled, event.callId, {
          status: 'decided',
          decision: event.decision,
          by: event.by
        })
      );
    case 'review-closed':
      return withSettled(state, reviewClosed(settled, event.interruptId));
    case 'turn-rule':
      return withSettled(state, { turnRule: event.on });
    case 'final-answer':
      return withSettled(state, {
        ...put(settled, {
          kind: 'final',
          id: event.callId,
          path: settled.path,
          answer: event.answer,
          nextItems: event.nextItems
        }),
        ...(settled.pending.includes(event.callId)
          ? { pending: settled.pending.filter(id => id !== event.callId) }
          : {})
      });
    case 'notice': {
      const next = noticed(settled, event.code, event.text);
      const id = next.order[next.order.length - 1];
      return withSettled(state, {
        ...next,
        restartable:
          event.code === 'kernel-stuck'
            ? id
            : event.code === 'kernel-restarted'
              ? null
              : settled.restartable
      });
    }
    case 'run-finished':
      return foldRunFinished(state, event.outcome, event.error);
  }
}

function foldDelta(
  state: IThreadState,
  messageId: string,
  delta: string
): IThreadState {
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
      draft: null
    }
  };
}

function foldModelMessage(
  state: IThreadState,
  messageId: string,
  text: string
): IThreadState {
  const { settled, live } = state;
  const known = settled.items[messageId] !== undefined;
  const said = text.trim() !== '';
  return {
    settled: {
      ...settled,
      retry: null,
      ...(said
        ? put(settled, {
            kind: 'model',
            id: messageId,
            path: settled.path,
            text
          })
        : known
          ? removed(settled, messageId)
          : {})
    },
    live: { ...live, messageId: null, text: '', draft: null }
  };
}

function foldCallFinished(
  state: IThreadState,
  event: AgentEvent & { type: 'call-finished' }
): IThreadState {
  const { settled, live } = state;
  const item = settled.items[event.callId];
  if (item?.kind !== 'call') {
    return state;
  }
  const progress = { ...live.progress };
  const last = progress[event.callId];
  delete progress[event.callId];
  return {
    settled: {
      ...settled,
      ...put(settled, {
        ...item,
        state: event.state,
        text: event.text,
        result: event.result,
        ranArgs: event.ranArgs ?? null,
        cellId: event.cellId ?? last?.cellId ?? null,
        ms: event.ms ?? null,
        images: event.images,
        review: closedReview(item.review)
      }),
      pending: settled.pending.filter(id => id !== event.callId)
    },
    live: last ? { ...live, progress } : live
  };
}

function foldRunFinished(
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
    answered: outcome === 'answered'
  };
  // What was said before the cut stays readable.
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
  if (error) {
    settled = {
      ...settled,
      ...appended(settled, (id, path) => ({ kind: 'error', id, path, error }))
    };
    settled = {
      ...settled,
      retryable: settled.order[settled.order.length - 1]
    };
  } else if (outcome === 'stopped' || outcome === 'limit') {
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

function withSettled(
  state: IThreadState,
  change: Partial<ISettledState>
): IThreadState {
  return { settled: { ...state.settled, ...change }, live: state.live };
}

function unfinished(settled: ISettledState, messageId: string): boolean {
  const item = settled.items[messageId];
  return item?.kind === 'model' && item.text === null;
}
