import type { AgentEvent } from '../contract';

import { foldEvent } from './fold-event';
import { made, making } from './item-list';
import { EMPTY_THREAD, type IThreadState } from './thread-state';

/** A whole display log at once: what folding its events one by one ends in. */
export function foldHistory(events: readonly AgentEvent[]): IThreadState {
  let state: IThreadState = {
    settled: { ...EMPTY_THREAD.settled, ...making() },
    live: EMPTY_THREAD.live
  };
  for (const event of events) {
    state = foldEvent(state, event);
  }
  made(state.settled);
  return state;
}
