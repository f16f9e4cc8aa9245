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
  readonly #options: IDeadlineOptions;
  #endTimer = (): void => undefined;

  constructor(options: IDeadlineOptions) {
    this.#options = options;
    this.#wait();
  }

  dispose(): void {
    this.#endTimer();
  }

  /** In pieces: a timer of a browser holds no more than 24 days. */
  #wait(): void {
    const {
      until,
      onReached,
      now = Date.now,
      setTimer = browserTimer
    } = this.#options;
    this.#endTimer = setTimer(
      () => (now() < until ? this.#wait() : onReached()),
      Math.min(Math.max(0, until - now()), LONGEST_TIMER)
    );
  }
}

const LONGEST_TIMER = 2 ** 31 - 1;

function browserTimer(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
