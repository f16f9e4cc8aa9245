import { Listeners } from '../../contract/util/listeners';

/** What is needed of a BroadcastChannel. */
export type INewsChannel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'close'
>;

/** How long news of other tabs is gathered, in ms: each has the list read anew. */
const GATHER = 50;

/** Tells this tab and others that something about the threads has changed. */
export class ThreadNews {
  private readonly _name: string;
  private _listeners = new Listeners();
  private _gathering: ReturnType<typeof setTimeout> | undefined;
  /** Opened on first use; null where there is none. */
  private _channel: INewsChannel | null | undefined;

  /** @param channel the browser's own where not given; null for none. */
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

  /** @returns a function that ends it. */
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
      // However many messages come, by whomever, the list is read once.
      this._gathering ??= setTimeout(() => {
        this._gathering = undefined;
        this._listeners.tell();
      }, GATHER);
    });
  }
}
