import type { AgentEvent } from '../../contract';

/** ms: too short to notice, and long enough for all events of a step. */
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

/**
 * Holds the agent's events for a moment. A step that reads emits half a dozen
 * within a few milliseconds; drawing them one by one would slow the step down.
 */
export class EventBatcher {
  private _events: AgentEvent[] = [];

  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly _take: (events: readonly AgentEvent[]) => void
  ) {}

  push(event: AgentEvent): void {
    this._events.push(event);
    if (URGENT.has(event.type)) {
      this.flush();
    } else {
      this._timer ??= setTimeout(() => this.flush(), DELAY);
    }
  }

  /** Passes on now what is held. */
  flush(): void {
    const events = this._events;
    this.dispose();
    if (events.length > 0) {
      this._take(events);
    }
  }

  /** Discards what is held. */
  dispose(): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    this._events = [];
  }
}
