import type { AgentEvent } from '../../contract';

import { foldEvent } from './fold-event';
import { made, making } from '../state/items';
import {
  EMPTY_THREAD,
  type IThreadViewState
} from '../state/thread-view-state';

/**
 * Folds a whole event log at once, with the same result as folding one by one.
 */
export function foldHistory(events: readonly AgentEvent[]): IThreadViewState {
  let state: IThreadViewState = {
    settled: { ...EMPTY_THREAD.settled, ...making() },
    live: EMPTY_THREAD.live
  };
  for (const event of events) {
    state = foldEvent(state, event);
  }
  made(state.settled);
  return state;
}
