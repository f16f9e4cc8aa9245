/** What is needed of a BroadcastChannel. */
export type INewsChannel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'close'
>;

/** Tells this tab and others that something about the threads has changed. */
export class ThreadNews {
  readonly #name: string;
  readonly #listeners = new Set<() => void>();
  /** Opened on first use; null where there is none. */
  #channel: INewsChannel | null | undefined;

  /** @param channel the browser's own where not given; null for none. */
  constructor(name: string, channel?: INewsChannel | null) {
    this.#name = `${name} list`;
    if (channel !== undefined) {
      this.#channel = channel;
      this.#listenTo(channel);
    }
  }

  tell(): void {
    this.#open()?.postMessage('changed');
    this.#listeners.forEach(listener => listener());
  }

  /** @returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#open();
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#listeners.clear();
    this.#channel?.close();
    this.#channel = null;
  }

  #open(): INewsChannel | null {
    if (this.#channel === undefined) {
      this.#channel =
        typeof BroadcastChannel === 'undefined'
          ? null
          : new BroadcastChannel(this.#name);
      this.#listenTo(this.#channel);
    }
    return this.#channel;
  }

  #listenTo(channel: INewsChannel | null): void {
    channel?.addEventListener('message', () =>
      this.#listeners.forEach(listener => listener())
    );
  }
}
