import { Listeners } from '../../contract/util/listeners';

/** What is needed of a BroadcastChannel. */
export type INewsChannel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'close'
>;

/**
 * ms for which news from other tabs is collected, because each item causes the
 * list to be read again.
 */
const GATHER = 50;

/** Notifies this tab and others that the threads have changed. */
export class ThreadNews {
  private readonly _name: string;
  private _listeners = new Listeners();
  private _gathering: ReturnType<typeof setTimeout> | undefined;
  /** Opened on first use; null if there is none. */
  private _channel: INewsChannel | null | undefined;

  /** @param channel defaults to the browser's own; null for none. */
  constructor(name: string, channel?: INewsChannel | null) {
    this._name = `${name} list`;
    if (channel !== undefined) {
      this._channel = channel;
      this._listenTo(channel);
    }
  }

  tell(): void {
    this._open()?.postMessage('changed');
    this._listeners.tell();
  }

  /** @returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this._open();
    return this._listeners.add(listener);
  }

  dispose(): void {
    clearTimeout(this._gathering);
    this._listeners = new Listeners();
    this._channel?.close();
    this._channel = null;
  }

  private _open(): INewsChannel | null {
    if (this._channel === undefined) {
      this._channel =
        typeof BroadcastChannel === 'undefined'
          ? null
          : new BroadcastChannel(this._name);
      this._listenTo(this._channel);
    }
    return this._channel;
  }

  private _listenTo(channel: INewsChannel | null): void {
    channel?.addEventListener('message', () => {
      // However many messages arrive, and from whomever, the list is read once.
      this._gathering ??= setTimeout(() => {
        this._gathering = undefined;
        this._listeners.tell();
      }, GATHER);
    });
  }
}
