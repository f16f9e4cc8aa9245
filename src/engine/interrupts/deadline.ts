export interface IDeadlineOptions {
  /** The deadline, in ms since the epoch. */
  until: number;
  /** Called once, and never before the constructor has returned. */
  onReached(): void;
  now?(): number;
  /**
   * Starts a timer.
   *
   * @returns a function that stops it.
   */
  setTimer?(act: () => void, ms: number): () => void;
}

/**
 * Waits for a moment, however far away. The moment may have passed while no
 * page was open.
 */
export class Deadline {
  private readonly _options: IDeadlineOptions;
  private _endTimer = (): void => undefined;

  constructor(options: IDeadlineOptions) {
    this._options = options;
    this._wait();
  }

  dispose(): void {
    this._endTimer();
  }

  /** Waits in several parts, since a browser's timer is limited to 24 days. */
  private _wait(): void {
    const {
      until,
      onReached,
      now = Date.now,
      setTimer = browserTimer
    } = this._options;
    this._endTimer = setTimer(
      () => (now() < until ? this._wait() : onReached()),
      Math.min(Math.max(0, until - now()), MAX_TIMER)
    );
  }
}

const MAX_TIMER = 2 ** 31 - 1;

function browserTimer(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
