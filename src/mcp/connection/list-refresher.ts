import { SerialQueue } from '../../contract/util/serial-queue';

/** ms in which several changes are one. */
const AT_ONCE = 100;
/** ms to the next time, where something changed while it was read. */
const APART = 2_000;

/**
 * Reads of what a server lists: one at a time, and with a pause between them,
 * however often it says that something has changed.
 */
export class ListRefresher {
  private readonly _queue = new SerialQueue();

  private _timer: ReturnType<typeof setTimeout> | undefined;

  private _isOutdated = false;

  /** @param again reads all of it; never rejects. */
  constructor(private readonly _again: () => Promise<void>) {}

  /** After what is under way. */
  take(read: () => Promise<void>): Promise<void> {
    return this._queue.run(read);
  }

  /** Something has changed. */
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
