import type { AgentEvent } from '../contract';

/** One frame: nobody sees a difference, and a step's events are drawn at once. */
const DELAY = 16;

/**
 * Holds the agent's events for a frame. A step that reads tells half a dozen
 * within a few milliseconds; drawn one by one they would hold up the step.
 */
export class EventInbox {
  constructor(private readonly take: (event: AgentEvent) => void) {}

  push(event: AgentEvent): void {
    this._events.push(event);
    this._timer ??= setTimeout(() => this.flush(), DELAY);
  }

  /** Hands on what is held, now. */
  flush(): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    const events = this._events;
    this._events = [];
    events.forEach(event => this.take(event));
  }

  /** Lets go of what is held. */
  dispose(): void {
    clearTimeout(this._timer);
    this._events = [];
  }

  private _events: AgentEvent[] = [];
  private _timer: ReturnType<typeof setTimeout> | undefined;
}
