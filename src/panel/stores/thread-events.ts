import type { StoreApi } from 'zustand/vanilla';

import { isKept, type AgentEvent, type IDebugEntry } from '../../contract';
import type { Follow } from '../follow';
import { foldEvents } from '../reducers/fold';
import type { IScroll } from '../state/drafts';
import type { IPanelServices } from '../state/panel-services';
import { omit, undelivered, type IPanelState } from '../state/panel-state';
import {
  EMPTY_THREAD,
  type ILiveState,
  type ISettledState,
  type IThreadViewState
} from '../state/thread-view-state';
import { announcement } from '../text/announcement';

/** Items drawn when a conversation is opened; the others appear on request. */
export const ITEMS_DRAWN = 60;
/** With more items drawn than this, those far above the end are dropped. */
const ITEMS_AT_MOST = 200;

/** Most requests and answers that are kept; the oldest are dropped first. */
const DEBUG_ENTRIES = 500;

/**
 * ms for which events are held back: too short to notice, and long enough for
 * the half dozen of a step that reads. Drawing them one by one would slow it.
 */
const DELAY = 50;

/** Events that the person is waiting for or has to answer. */
const URGENT: ReadonlySet<AgentEvent['type']> = new Set([
  'user-message',
  'run-started',
  'review-opened',
  'review-voided',
  'interrupt-opened',
  'interrupt-refused',
  'interrupt-closed',
  'branch',
  'run-finished'
] as const);

/** What it needs of the panel's store. */
interface IStore {
  readonly main: StoreApi<IPanelState>;
  readonly live: StoreApi<ILiveState>;
  readonly services: IPanelServices;
  readonly debug: StoreApi<{ entries: IDebugEntry[] }>;
  readonly follow: Follow;
  readonly scroll: IScroll;
  /** A cell's current label; null when it is gone. */
  cellLabel(path: string, cellId: string): string | null;
  /** Called with each event once the conversation is drawn with it. */
  onFolded(event: AgentEvent): void;
}

/** Folds the agent's events into the conversation that is shown. */
export class ThreadEvents {
  /** Events that are held back for a moment. */
  private _inbox: AgentEvent[] = [];

  private _timer: ReturnType<typeof setTimeout> | undefined;

  /** Events that arrived while a history is being read. */
  private _held: AgentEvent[] | null = null;

  constructor(private readonly _store: IStore) {}

  dispose(): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    this._inbox = [];
  }

  readonly hear = (event: AgentEvent): void => {
    const { main, follow } = this._store;
    this._inbox.push(event);
    this._timer ??= setTimeout(() => this.catchUp(), DELAY);
    const { threadId, sent } = main.getState();
    if (event.threadId === threadId) {
      follow.take(event);
    }
    if (
      URGENT.has(event.type) ||
      // The card of a decision that this panel has not sent could still be
      // pressed: it was decided in another tab, or before a reload.
      (event.type === 'review-decided' && !(event.callId in sent))
    ) {
      this.catchUp();
    }
  };

  /** Processes events that are still held back. */
  catchUp(): void {
    const events = this._inbox;
    this.dispose();
    if (events.length > 0) {
      this._take(events);
    }
  }

  /**
   * Reads a conversation while events may still arrive: each of those is
   * included exactly once.
   *
   * @param onRead receives it before any further event is processed.
   */
  async read(
    threadId: string,
    onRead: (thread: IThreadViewState) => void
  ): Promise<void> {
    const { main, services } = this._store;
    this.catchUp();
    const held: AgentEvent[] = [];
    this._held = held;
    try {
      // Not from storage, which may lack what is still being written.
      const stored = await services.agent.history(threadId);
      this.catchUp();
      const known = new Set(stored.map(({ time }) => time));
      const read = foldEvents(EMPTY_THREAD, [
        ...stored,
        ...held.filter(
          event =>
            event.threadId === threadId &&
            !(isKept(event) && known.has(event.time))
        )
      ]);
      const { threadId: shown, thread } = main.getState();
      // Which tab works on it is not part of the history.
      const { isElsewhere } = threadId === shown ? thread : read.settled;
      onRead({ ...read, settled: { ...read.settled, isElsewhere } });
    } finally {
      if (this._held === held) {
        this._held = null;
      }
    }
  }

  private _take(events: readonly AgentEvent[]): void {
    const { main, live, debug, scroll, onFolded } = this._store;
    this._held?.push(...events);
    const state = main.getState();
    const before = { settled: state.thread, live: live.getState() };
    const change: Partial<IPanelState> = {};
    const own = events.filter(({ threadId }) => threadId === state.threadId);
    const after = foldEvents(before, own, (event, settled) => {
      if (event.type === 'debug') {
        debug.setState(({ entries }) => ({
          entries: [...entries, event.entry].slice(-DEBUG_ENTRIES)
        }));
      }
      Object.assign(
        change,
        this._changeAround(event, { ...state, ...change }, settled)
      );
    });
    if (after.settled !== before.settled) {
      change.thread = after.settled;
      const count = after.settled.order.length;
      if (scroll.atEnd && count - state.from > ITEMS_AT_MOST) {
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
    own.forEach(onFolded);
  }

  /** What an event changes in the panel outside the thread. */
  private _changeAround(
    event: AgentEvent,
    state: IPanelState,
    settled: ISettledState
  ): Partial<IPanelState> {
    const { services } = this._store;
    const change: Partial<IPanelState> = {};
    switch (event.type) {
      case 'run-started':
        change.home = state.record?.notebook ?? event.notebook.path;
        change.outgoing = undelivered(state.outgoing, settled);
        break;
      case 'run-finished':
        change.outgoing = undelivered(state.outgoing, settled);
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
      id => this._store.cellLabel(settled.path, id),
      services.trans
    );
    if (words !== null) {
      change.announced = { text: words, count: state.announced.count + 1 };
    }
    return change;
  }
}
