type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/**
 * A BroadcastChannel of one browser: each message is copied, and arrives later,
 * in order, at all but its sender.
 */
export class FakeChannels {
  /** All messages, in order. */
  readonly said: unknown[] = [];

  private readonly _listeners = new Map<
    Channel,
    ((event: MessageEvent) => void)[]
  >();

  /** Those that are open, the oldest first. */
  get all(): Channel[] {
    return [...this._listeners.keys()];
  }

  open(): Channel {
    const listeners: ((event: MessageEvent) => void)[] = [];
    const channel: Channel = {
      postMessage: message => {
        if (!this._listeners.has(channel)) {
          return;
        }
        this.said.push(message);
        const data: unknown = JSON.parse(JSON.stringify(message));
        for (const [other, heard] of this._listeners) {
          if (other !== channel) {
            setTimeout(() =>
              heard.forEach(listener => listener({ data } as MessageEvent))
            );
          }
        }
      },
      addEventListener: (_: string, listener: unknown) =>
        listeners.push(listener as (event: MessageEvent) => void)
    };
    this._listeners.set(channel, listeners);
    return channel;
  }

  /** The tab is gone. */
  close(channel: Channel): void {
    this._listeners.delete(channel);
  }
}
