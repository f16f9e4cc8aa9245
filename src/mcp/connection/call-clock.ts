/**
 * How long one call may take: so long without a word, and so long at all. Stands
 * still while the person is asked something.
 */
export class CallClock {
  readonly signal: AbortSignal;

  private readonly _timeout = new AbortController();

  private _left: number;

  private _paused = 0;

  private _since = 0;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param stop the person's; both end the call, and `isTimeout` tells which.
   * @param silence ms without progress.
   * @param total ms at all.
   */
  constructor(
    stop: AbortSignal,
    private readonly _silence: number,
    total: number
  ) {
    this._left = total;
    this.signal = AbortSignal.any([stop, this._timeout.signal]);
    this._start();
  }

  get isTimeout(): boolean {
    return this._timeout.signal.aborted;
  }

  /** Something was heard: the silence begins anew. */
  heard(): void {
    if (this._paused === 0) {
      this._stop();
      this._start();
    }
  }

  /** @returns what lets it go on; counts once. */
  pause(): () => void {
    if (this._paused++ === 0) {
      this._stop();
    }
    let isOver = false;
    return () => {
      if (!isOver && --this._paused === 0) {
        this._start();
      }
      isOver = true;
    };
  }

  dispose(): void {
    this._paused = Infinity;
    this._stop();
  }

  private _start(): void {
    if (this._paused > 0) {
      return;
    }
    this._since = performance.now();
    this._timer = setTimeout(
      () => this._timeout.abort(new Error('The call took too long.')),
      Math.max(0, Math.min(this._silence, this._left))
    );
  }

  private _stop(): void {
    if (this._timer !== undefined) {
      clearTimeout(this._timer);
      this._timer = undefined;
      this._left -= performance.now() - this._since;
    }
  }
}
