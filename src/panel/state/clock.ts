/**
 * A single timer for everything that shows elapsed time; stopped when nothing
 * does.
 */
export class Clock {
  /** ms since the epoch at the last tick; stable between ticks. */
  readonly now = (): number => this._now;

  /** @returns a function that ends the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this._listeners.add(listener);
    if (this._timer === null) {
      this._now = Date.now();
      this._timer = setInterval(() => this._tick(), 1000);
    }
    return () => {
      this._listeners.delete(listener);
      if (this._listeners.size === 0 && this._timer !== null) {
        clearInterval(this._timer);
        this._timer = null;
      }
    };
  };

  private readonly _listeners = new Set<() => void>();

  private _timer: ReturnType<typeof setInterval> | null = null;

  private _now = Date.now();

  private _tick(): void {
    this._now = Date.now();
    this._listeners.forEach(listener => listener());
  }
}
