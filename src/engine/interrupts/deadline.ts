export interface IDeadlineOptions {
  /** ms since the epoch. */
  until: number;
  /** Called once, never before the constructor has returned. */
  onReached(): void;
  now?(): number;
  /** @returns a function that ends it. */
  setTimer?(act: () => void, ms: number): () => void;
}

/** A moment that is waited for, however far away; it may have been while no page was open. */
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

  /** In pieces: a timer of a browser holds no more than 24 days. */
  private _wait(): void {
    const {
      until,
      onReached,
      now = Date.now,
      setTimer = browserTimer
    } = this._options;
    this._endTimer = setTimer(
      () => (now() < until ? this._wait() : onReached()),
      Math.min(Math.max(0, until - now()), LONGEST_TIMER)
    );
  }
}

const LONGEST_TIMER = 2 ** 31 - 1;

function browserTimer(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
