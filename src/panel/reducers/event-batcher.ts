import type { AgentEvent } from '../../contract';

/** Too short to be seen, in ms, and long enough for all that a step tells. */
const DELAY = 40;

/** What the person waits for, or has to answer. */
const URGENT: ReadonlySet<AgentEvent['type']> = new Set([
  'user-message',
  'run-started',
  'review-opened',
  'review-voided',
  'review-decided',
  'interrupt-opened',
  'interrupt-refused',
  'interrupt-closed',
  'branch',
  'run-finished'
] as const);

/**
 * Holds the agent's events for a moment. A step that reads tells half a dozen
 * within a few milliseconds; drawn one by one they would hold up the step.
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
      return;
    }
    this._timer ??= setTimeout(() => this.flush(), DELAY);
  }

  /** Hands on what is held, now. */
  flush(): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    const events = this._events;
    this._events = [];
    if (events.length > 0) {
      this._take(events);
    }
  }

  /** Lets go of what is held. */
  dispose(): void {
    clearTimeout(this._timer);
    this._events = [];
  }
}
