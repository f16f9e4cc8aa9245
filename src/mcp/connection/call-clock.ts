import type { IToolContext } from '../../contract';

/** A call under way, and how its server can ask the person. */
export interface IRunningCall {
  tool: string;
  ask?: IToolContext['ask'];
}

/**
 * Limits the time of one call, both without progress and in total. Paused while
 * the person is asked something.
 */
export class CallClock {
  readonly signal: AbortSignal;

  private readonly _timeout = new AbortController();

  private readonly _cut = new AbortController();

  private _left: number;

  private _paused = 0;

  private _since = 0;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param stop the person's stop signal; both end the call, and `isTimeout`
   * tells them apart.
   * @param silence maximum ms without progress.
   * @param total maximum ms in total.
   */
  constructor(
    stop: AbortSignal,
    private readonly _silence: number,
    total: number
  ) {
    this._left = total;
    this.signal = AbortSignal.any([
      stop,
      this._timeout.signal,
      this._cut.signal
    ]);
    this._start();
  }

  get isTimeout(): boolean {
    return this._timeout.signal.aborted;
  }

  /** Whether the connection ended before the answer came. */
  get isCut(): boolean {
    return this._cut.signal.aborted;
  }

  /** The connection has ended, so there will be no answer. */
  cut(): void {
    this._cut.abort(new Error('The connection ended.'));
  }

  /** The server sent something: restarts the limit on silence. */
  restart(): void {
    this._stop();
    this._start();
  }

  /** @returns a function that resumes the clock. */
  pause(): () => void {
    this._paused += 1;
    this._stop();
    return () => {
      this._paused -= 1;
      this._start();
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
