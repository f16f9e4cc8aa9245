import type { StoreApi } from 'zustand/vanilla';

import type { AgentEvent } from '../../contract';

import type { DebugLog } from '../state/debug-log';
import { foldEvents } from './fold';
import { omit, type IPanelState } from '../state/panel-state';
import { announcement } from '../text/announcement';
import type { IPanelServices } from '../state/panel-services';
import {
  EMPTY_THREAD,
  type ILiveState,
  type ISettledState,
  type IThreadViewState
} from '../state/thread-view-state';

/** Items drawn when a conversation is opened; the others appear on request. */
export const ITEMS_DRAWN = 60;
/** With more items drawn than this, those far above the end are dropped. */
const ITEMS_AT_MOST = 200;

interface IThreadViewOptions {
  main: StoreApi<IPanelState>;
  live: StoreApi<ILiveState>;
  services: IPanelServices;
  debug: DebugLog;
  /** A cell's current label; null when it is gone. */
  cellLabel(path: string, cellId: string): string | null;
  /** Processes events of the agent that are still held back. */
  catchUp(): void;
  /** Whether the person is at the end of what is drawn. */
  isAtEnd(): boolean;
}

/** The conversation that is shown, folded from the agent's events. */
export class ThreadView {
  private _thread: IThreadViewState = EMPTY_THREAD;

  /** Events that arrived while a history is being read. */
  private _held: AgentEvent[] | null = null;

  constructor(private readonly _options: IThreadViewOptions) {}

  /** Folds events in; ignores those of other conversations. */
  take(events: readonly AgentEvent[]): void {
    const { main, live, debug } = this._options;
    this._held?.push(...events);
    const state = main.getState();
    const before = this._thread;
    const change: Partial<IPanelState> = {};
    const after = foldEvents(
      before,
      events.filter(({ threadId }) => threadId === state.threadId),
      (event, settled) => {
        if (event.type === 'debug') {
          debug.add(event.entry);
        }
        Object.assign(
          change,
          this._changeAround(event, { ...state, ...change }, settled)
        );
      }
    );
    this._thread = after;
    if (after.settled !== before.settled) {
      change.thread = after.settled;
      const count = after.settled.order.length;
      if (this._options.isAtEnd() && count - state.from > ITEMS_AT_MOST) {
        change.from = count - ITEMS_DRAWN;
      }
    }
    // A token reaches only the message that streams.
    if (after.live !== before.live) {
      live.setState(after.live, true);
    }
    if (Object.keys(change).length > 0) {
      main.setState(change);
    }
  }

  /** Shows a conversation that has just begun. */
  clear(): void {
    this._set(EMPTY_THREAD);
  }

  /**
   * Replaces the history; folds it at once and draws it once. Which tab works on
   * the conversation is not part of the history, so for the same conversation
   * the last event about it stays valid.
   */
  replace(threadId: string, history: readonly AgentEvent[]): IThreadViewState {
    const { threadId: shown, thread } = this._options.main.getState();
    const { settled, live } = foldEvents(EMPTY_THREAD, history);
    this._set({
      settled:
        threadId === shown
          ? { ...settled, isElsewhere: thread.isElsewhere }
          : settled,
      live
    });
    return this._thread;
  }

  /**
   * Reads a history while events may still arrive: each of those is included
   * exactly once.
   *
   * @param onHistory receives the history, before any further event is processed.
   */
  async read(
    threadId: string,
    history: () => Promise<AgentEvent[]>,
    onHistory: (history: AgentEvent[]) => void
  ): Promise<void> {
    const { catchUp } = this._options;
    catchUp();
    const held: AgentEvent[] = [];
    this._held = held;
    try {
      const stored = await history();
      catchUp();
      const events = held.filter(
        event => event.threadId === threadId && event.type !== 'debug'
      );
      const known = new Set(
        events.length === 0
          ? []
          : stored
              .filter(({ time }) => time >= events[0].time)
              .map(event => JSON.stringify(event))
      );
      onHistory([
        ...stored,
        ...events.filter(one => !known.has(JSON.stringify(one)))
      ]);
    } finally {
      if (this._held === held) {
        this._held = null;
      }
    }
  }

  private _set(thread: IThreadViewState): void {
    this._thread = thread;
    this._options.live.setState(thread.live, true);
  }

  /** What an event changes in the panel outside the thread. */
  private _changeAround(
    event: AgentEvent,
    state: IPanelState,
    settled: ISettledState
  ): Partial<IPanelState> {
    const { services, cellLabel } = this._options;
    const change: Partial<IPanelState> = {};
    switch (event.type) {
      case 'run-started':
        change.home = state.record?.notebook ?? event.notebook.path;
        change.beginning = null;
        break;
      case 'run-finished':
        change.beginning = null;
        break;
      case 'user-message':
        change.outgoing = state.outgoing.filter(
          message => message.messageId !== event.messageId
        );
        if (
          settled.run === null &&
          change.outgoing.length < state.outgoing.length
        ) {
          change.beginning = event.messageId;
        }
        break;
      case 'review-voided':
        change.sent = omit(state.sent, event.card.callId);
        break;
      case 'interrupt-refused':
        change.sent = omit(state.sent, event.interruptId);
        break;
    }
    const words = announcement(
      event,
      settled,
      id => cellLabel(settled.path, id),
      services.trans
    );
    if (words !== null) {
      change.announced = { text: words, count: state.announced.count + 1 };
    }
    return change;
  }
}
