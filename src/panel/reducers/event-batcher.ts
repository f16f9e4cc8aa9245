import type { AgentEvent } from '../../contract';

/** Too short to be seen, in ms, and long enough for all that a step tells. */
const DELAY = 40;

/** The longest that anything is held, in ms. */
const LONGEST_DELAY = 400;

/** How many times a frame's own time lies between two that are ours. */
const FRAMES_APART = 5;

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
 * Beside a notebook of thousands of cells each frame takes the page tens of
 * milliseconds, whatever has changed in it: there the moment is longer.
 */
export class EventBatcher {
  private _events: AgentEvent[] = [];

  private _delay = DELAY;

  private _isMeasuring = false;

  private _lastTime = 0;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  /** @param _frameTime ms that the page needs for its next frame. */
  constructor(
    private readonly _take: (events: readonly AgentEvent[]) => void,
    private readonly _frameTime: () => Promise<number> = frameTime
  ) {}

  push(event: AgentEvent): void {
    this._events.push(event);
    if (URGENT.has(event.type)) {
      this.flush();
      return;
    }
    this._timer ??= setTimeout(() => this.flush(), this._delay);
  }

  /** Hands on what is held, now. */
  flush(): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    const events = this._events;
    this._events = [];
    if (events.length > 0) {
      this._take(events);
      void this._measure();
    }
  }

  /** Lets go of what is held. */
  dispose(): void {
    clearTimeout(this._timer);
    this._events = [];
  }

  private async _measure(): Promise<void> {
    if (this._isMeasuring) {
      return;
    }
    this._isMeasuring = true;
    const time = await this._frameTime();
    this._isMeasuring = false;
    // One long frame is no slow page: that may be code that has just come.
    const least = Math.min(time, this._lastTime);
    this._lastTime = time;
    this._delay = Math.min(
      LONGEST_DELAY,
      Math.max(DELAY, FRAMES_APART * least)
    );
  }
}

/**
 * ms that the page needs for its next frame: style, layout and paint, and what
 * is done right before them. Waits for as long as the page is not seen.
 */
function frameTime(): Promise<number> {
  return new Promise(resolve => {
    requestAnimationFrame(() => {
      const begin = performance.now();
      // The first task after the frame.
      setTimeout(() => resolve(performance.now() - begin));
    });
  });
}
