export interface IFloodLimit {
  /** How many may arrive at once. */
  burst: number;
  /** How many per second are admitted in the long run. */
  perSecond: number;
}

/**
 * Counts incoming items and stops those that exceed what a well-behaved sender
 * would send. Dropped items are reported to the listener once.
 */
export class FloodLimit {
  private _left: number;

  private _since: number | null = null;

  private _isTold = false;

  constructor(
    private readonly _limit: IFloodLimit,
    private readonly _onFlood: () => void
  ) {
    this._left = _limit.burst;
  }

  /** @param now in ms. @returns whether one more is admitted. */
  admits(now: number): boolean {
    const { burst, perSecond } = this._limit;
    const passed = Math.max(0, now - (this._since ?? now));
    this._since = now;
    this._left = Math.min(burst, this._left + (passed / 1000) * perSecond);
    if (this._left >= 1) {
      this._left -= 1;
      return true;
    }
    if (!this._isTold) {
      this._isTold = true;
      this._onFlood();
    }
    return false;
  }
}
