import type { AgentEvent } from '../../contract';

import { withStepCell } from './fold-plan';
import { closedReview } from './review-changed';
import { put, removed } from '../state/items';
import { appendOutput } from '../render/terminal-text';
import type { IThreadViewState } from '../state/thread-view-state';

/** The tool that ends a run. */
const FINAL_ANSWER = 'final_answer';

/** What a running call reports about itself. Only the live state has it. */
export function foldProgress(
  { settled, live }: IThreadViewState,
  event: AgentEvent & { type: 'call-progress' }
): IThreadViewState {
  const { callId, text, done, cellId, output } = event;
  const before = live.progress[callId];
  return {
    settled,
    live: {
      ...live,
      progress: {
        ...live.progress,
        [callId]: {
          ...before,
          ...(text === undefined ? {} : { text }),
          ...(done === undefined ? {} : { done }),
          ...(cellId === undefined ? {} : { cellId }),
          ...(output === undefined
            ? {}
            : { output: appendOutput(before?.output ?? '', output) })
        }
      }
    }
  };
}

export function foldCallFinished(
  state: IThreadViewState,
  event: AgentEvent & { type: 'call-finished' }
): IThreadViewState {
  const { live } = state;
  const item = state.settled.items[event.callId];
  if (item?.kind !== 'call') {
    return state;
  }
  // An answer that could not be given is the model's affair: it tries again.
  if (item.tool === FINAL_ANSWER && event.state === 'failed') {
    const { pending } = state.settled;
    return {
      settled: {
        ...state.settled,
        ...removed(state.settled, item.id),
        pending: pending.filter(id => id !== item.id)
      },
      live
    };
  }
  const progress = { ...live.progress };
  const last = progress[event.callId];
  delete progress[event.callId];
  const cellId = event.cellId ?? last?.cellId ?? null;
  const settled = withStepCell(state.settled, cellId);
  return {
    settled: {
      ...settled,
      ...put(settled, {
        ...item,
        state: event.state,
        text: event.text,
        result: event.result,
        ranArgs: event.ranArgs ?? null,
        cellId,
        ms: event.ms ?? null,
        images: event.images,
        things: event.things,
        review: closedReview(item.review)
      }),
      pending: settled.pending.filter(id => id !== event.callId)
    },
    live: last ? { ...live, progress } : live
  };
}
