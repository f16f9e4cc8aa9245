/** What is needed of a BroadcastChannel. */
export type INewsChannel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'close'
>;

/** Tells this tab and others that something about the threads has changed. */
export class ThreadNews {
  private readonly _name: string;
  private readonly _listeners = new Set<() => void>();
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
    this._listeners.forEach(listener => listener());
  }

  /** @returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this._open();
    this._listeners.add(listener);
    return () => void this._listeners.delete(listener);
  }

  dispose(): void {
    this._listeners.clear();
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
    channel?.addEventListener('message', () =>
      this._listeners.forEach(listener => listener())
    );
  }
}
