import type { IThreadLock } from '../../contract';
import { Listeners } from '../../contract/util/listeners';
import { pause } from '../util/pause';

/** How often to check whether a thread is free if nobody reports it, in ms. */
const LOOK_AGAIN = 3_000;

export interface IDriverWatchOptions {
  threadId: string;
  lock: IThreadLock;
  /** Called when another tab is known to drive the thread. */
  onDriver(): void;
  /** Called when the tab that drove it is gone. */
  onFree(): void;
}

/**
 * Watches the tab that drives a thread, since a tab that dies does not say so.
 */
export class DriverWatch {
  private _end: AbortController | null = null;

  private _isFree = false;

  private readonly _goneListeners = new Listeners();

  constructor(private readonly _options: IDriverWatchOptions) {}

  /** Whether another tab drives the thread, or did until it was gone. */
  get isOn(): boolean {
    return this._end !== null;
  }

  get isFree(): boolean {
    return this._isFree;
  }

  /** @param after ms during which it is normal that nobody drives it yet. */
  begin(after = 0): void {
    if (this._end && !this._isFree) {
      return;
    }
    this._end?.abort();
    const { signal } = (this._end = new AbortController());
    this._isFree = false;
    this._options.onDriver();
    void this._untilFree(signal, after).then(() => {
      if (!signal.aborted) {
        this._isFree = true;
        this._options.onFree();
        this._goneListeners.tell();
      }
    });
  }

  /** This tab drives it. @returns whether another one was known to. */
  end(): boolean {
    const wasOn = this.isOn;
    this._end?.abort();
    this._end = null;
    this._isFree = false;
    this._goneListeners.tell();
    return wasOn;
  }

  /** Whether the tab that drives it was gone before `done` settled. */
  async goneBefore(done: Promise<void>): Promise<boolean> {
    let end = (): void => undefined;
    const gone = new Promise<boolean>(resolve => {
      end = this._goneListeners.add(() => resolve(true));
    });
    const isGone = await Promise.race([gone, done.then(() => false)]);
    end();
    return isGone;
  }

  private async _untilFree(signal: AbortSignal, after: number): Promise<void> {
    const { lock, threadId } = this._options;
    if (after > 0) {
      await pause(after);
    }
    if (lock.freed && !signal.aborted) {
      try {
        await lock.freed(threadId, signal);
        return;
      } catch (error) {
        if (!signal.aborted) {
          console.warn(
            'Cellwright cannot find out which tab drives a thread',
            error
          );
        }
      }
    }
    while (!signal.aborted) {
      await pause(LOOK_AGAIN);
      const hold = signal.aborted ? null : await lock.take(threadId);
      if (hold) {
        await hold.release();
        return;
      }
    }
  }
}
