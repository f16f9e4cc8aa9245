import type { AgentEvent } from '../../contract';

/** ms: too short to notice, and long enough for all events of a step. */
const DELAY = 40;

/** Longest time that events are held, in ms. */
const MAX_DELAY = 400;

/** Delay between two updates, as a multiple of the time of a frame. */
const FRAMES_APART = 5;

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
 * Beside a notebook with thousands of cells, each frame costs the page tens of
 * milliseconds, whatever has changed: the moment is longer then.
 */
export class EventBatcher {
  private _events: AgentEvent[] = [];

  private _delay = DELAY;

  private _isMeasuring = false;

  private _lastTime = 0;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param _frameTime measures how many ms the page needs for its next frame.
   */
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

  /** Passes on now what is held. */
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

  /** Discards what is held. */
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
    // One long frame does not mean a slow page: it may be code that has just
    // loaded.
    const least = Math.min(time, this._lastTime);
    this._lastTime = time;
    this._delay = Math.min(MAX_DELAY, Math.max(DELAY, FRAMES_APART * least));
  }
}

/**
 * ms that the page needs for its next frame: style, layout and paint, and what
 * runs right before them. Does not resolve while the page is hidden.
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
