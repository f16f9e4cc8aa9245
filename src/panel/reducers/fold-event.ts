import type { AgentEvent, EventBody } from '../../contract';
import { foldPlan } from './fold-plan';
import { foldCallFinished, foldProgress } from './fold-progress';
import {
  foldDelta,
  foldModelMessage,
  foldReasoning,
  foldRetry,
  NO_MESSAGE
} from './fold-delta';
import {
  callChanged,
  cardOpened,
  reviewChanged,
  reviewClosed,
  reviewLimited
} from './review-changed';
import {
  interruptChanged,
  interruptClosed,
  interruptOpened
} from './interrupt-opened';
import { foldRunFinished, turnUndone } from './fold-run-finished';
import { foldReport } from './fold-report';
import { added, appended, noticed, put } from '../state/items';
import { newCall } from '../state/thread-items';
import {
  type ISettledState,
  type IThreadViewState,
  type IUsage,
  withSettled
} from '../state/thread-view-state';

/**
 * Folds one event into the state of a thread. Pure. What an event does not
 * touch keeps its identity; a token changes only `live`.
 */
export function foldEvent(
  state: IThreadViewState,
  event: AgentEvent
): IThreadViewState {
  const { settled, live } = state;
  switch (event.type) {
    case 'run-started':
      return withSettled(state, {
        run: {
          runId: event.runId,
          notebook: event.notebook,
          model: event.model
        },
        begun: settled.run ? settled.begun : settled.order.length,
        path: event.notebook.path,
        outcome: null,
        retry: null,
        retryable: null,
        restartable: null,
        todos: settled.answered ? [] : settled.todos,
        report: settled.report?.result ? null : settled.report,
        answered: false
      });
    case 'user-message':
      return withSettled(state, {
        ...added(settled, {
          kind: 'user',
          id: event.messageId,
          path: settled.path,
          text: event.text,
          attachments: event.attachments ?? []
        }),
        title: settled.title || event.text,
        queued: without(settled.queued, event.messageId),
        retryable: null,
        // The first message of a run replaces what was planned before.
        ...(settled.begun === settled.order.length ? { plan: null } : {})
      });
    case 'queued':
      return withSettled(state, { queued: queuedAfter(settled, event) });
    case 'model-started':
      return {
        settled: settled.retry ? { ...settled, retry: null } : settled,
        live: { ...live, ...NO_MESSAGE, messageId: event.messageId }
      };
    case 'reasoning-delta':
      return foldReasoning(state, event.messageId, event.delta);
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
    case 'model-retry':
      return foldRetry(state, event);
    case 'model-message':
      return foldModelMessage(state, event);
    case 'cells-named': {
      const { names } = event;
      const { cellNames: known } = settled;
      // They are sent again after a reload.
      return names.every(({ name, id }) => known.get(name) === id)
        ? state
        : withSettled(state, {
            cellNames: new Map([
              ...known,
              ...names.map(({ name, id }) => [name, id] as const)
            ])
          });
    }
    case 'summary':
      return withSettled(
        state,
        appended(settled, (id, path) => ({
          kind: 'summary',
          id,
          path,
          text: event.text,
          messages: event.messages
        }))
      );
    case 'usage':
      return withSettled(state, { usage: usageAfter(settled.usage, event) });
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
      return foldProgress(state, event);
    case 'call-finished':
      return foldCallFinished(state, event);
    case 'todos':
      return withSettled(state, { todos: event.todos, answered: false });
    case 'review-opened': {
      let next = settled;
      for (const card of event.cards) {
        next = {
          ...next,
          ...cardOpened(next, event.interruptId, card, event.limit ?? null)
        };
      }
      return withSettled(state, {
        ...next,
        review: {
          interruptId: event.interruptId,
          callIds: event.cards.map(card => card.callId),
          following: event.following ?? []
        }
      });
    }
    case 'review-voided': {
      const next = {
        ...settled,
        ...cardOpened(settled, event.interruptId, event.card)
      };
      const { callIds, following } =
        settled.review?.interruptId === event.interruptId
          ? settled.review
          : { callIds: [] as string[], following: [] };
      return withSettled(state, {
        ...next,
        review: {
          interruptId: event.interruptId,
          callIds: callIds.includes(event.card.callId)
            ? callIds
            : [...callIds, event.card.callId],
          following
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
    case 'review-limited':
      return withSettled(
        state,
        reviewLimited(settled, event.interruptId, event.limit)
      );
    case 'review-closed':
      return withSettled(state, reviewClosed(settled, event.interruptId));
    case 'interrupt-opened':
      return withSettled(state, interruptOpened(settled, event.interrupt));
    case 'interrupt-refused':
      return withSettled(
        state,
        interruptChanged(settled, event.interruptId, {
          problem: event.problem
        })
      );
    case 'interrupt-closed':
      return withSettled(state, interruptClosed(settled, event));
    case 'turn-rule':
      return withSettled(state, {
        turnRule: event.on,
        turnEffects: event.on ? event.effects : [],
        turnTools: (event.on && event.tools) || []
      });
    case 'final-answer':
      return withSettled(state, {
        ...put(settled, {
          kind: 'final',
          id: event.callId,
          path: settled.path,
          answer: event.answer,
          ...(event.summary && { summary: event.summary }),
          nextItems: event.nextItems,
          ...(event.numbers && { numbers: event.numbers })
        }),
        ...(settled.pending.includes(event.callId)
          ? { pending: settled.pending.filter(id => id !== event.callId) }
          : {})
      });
    case 'notice': {
      if (
        event.code === 'plots-unseen' &&
        Object.values(settled.items).some(
          each => each.kind === 'notice' && each.text === event.text
        )
      ) {
        // Each page says it to the log.
        return state;
      }
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
    case 'undone':
      return withSettled(state, turnUndone(settled, event));
    case 'plan-started':
    case 'plan-routed':
    case 'plan-clarified':
    case 'plan-proposed':
    case 'plan-level':
    case 'plan-step':
    case 'plan-progress':
    case 'plan-synthesis':
    case 'plan-ended':
    case 'memory-applied':
      return withSettled(state, foldPlan(settled, event));
    case 'driver':
      return withSettled(state, {
        driver: {
          here: event.here,
          held: event.held ?? null,
          free: event.free ?? false
        }
      });
    case 'report-started':
    case 'report-progress':
    case 'report-text':
    case 'report-draft':
    case 'report-line':
    case 'report-finished':
      return foldReport(state, event);
    case 'run-finished':
      return foldRunFinished(state, event);
    // `debug` has a log of its own; after `branch`, the history of the branch
    // replaces everything shown. Other events come from a newer version.
    case 'debug':
    case 'branch':
    default:
      return state;
  }
}

/** The usage with one more request. */
function usageAfter(
  usage: IUsage,
  event: EventBody & { type: 'usage' }
): IUsage {
  const { input, output, estimated, cached = 0, cost } = event;
  return {
    input,
    output,
    total: usage.total + input + output,
    cached: usage.cached + cached,
    cost: cost === undefined ? usage.cost : (usage.cost ?? 0) + cost,
    estimated: usage.estimated || estimated
  };
}

function queuedAfter(
  settled: ISettledState,
  event: { messageId: string; text: string | null }
): ISettledState['queued'] {
  const { messageId, text } = event;
  if (text === null) {
    return without(settled.queued, messageId);
  }
  return settled.queued.some(message => message.messageId === messageId)
    ? settled.queued.map(message =>
        message.messageId === messageId ? { messageId, text } : message
      )
    : [...settled.queued, { messageId, text }];
}

function without(
  queued: ISettledState['queued'],
  messageId: string
): ISettledState['queued'] {
  return queued.some(message => message.messageId === messageId)
    ? queued.filter(message => message.messageId !== messageId)
    : queued;
}
