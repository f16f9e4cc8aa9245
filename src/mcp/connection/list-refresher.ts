import { SerialQueue } from '../../contract/util/serial-queue';

/** ms within which several changes count as one. */
const AT_ONCE = 100;
/** ms before reading again if something changed during a read. */
const APART = 2_000;

/**
 * Reads a server's lists: one read at a time, and with pauses, however often
 * the server reports changes.
 */
export class ListRefresher {
  private readonly _queue = new SerialQueue();

  private _timer: ReturnType<typeof setTimeout> | undefined;

  private _isOutdated = false;

  /** @param again reads everything; never rejects. */
  constructor(private readonly _again: () => Promise<void>) {}

  /** Reads after whatever is under way. */
  take(read: () => Promise<void>): Promise<void> {
    return this._queue.run(read);
  }

  /** Something has changed: reads again soon. */
  soon(pause = AT_ONCE): void {
    if (this._timer !== undefined) {
      this._isOutdated = true;
      return;
    }
    this._timer = setTimeout(() => {
      this._isOutdated = false;
      void this._again().finally(() => {
        this._timer = undefined;
        if (this._isOutdated) {
          this.soon(APART);
        }
      });
    }, pause);
  }
}
