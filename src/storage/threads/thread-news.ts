import { Listeners } from '../../contract/util/listeners';

/** What is needed of a BroadcastChannel. */
export type INewsChannel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener'
>;

/**
 * Tells the other tabs in which thread something was stored. Every page of the
 * origin can send such a message, so there is nothing in it but the thread's id:
 * it says where to look, and what is stored there counts.
 */
export class ThreadNews {
  private readonly _listeners = new Listeners<[threadId: string]>();

  /** @param _channel null if there are no other tabs. */
  constructor(private readonly _channel: INewsChannel | null) {
    _channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      this._listeners.tell(String(data))
    );
  }

  /** The channel that the tabs of one database share. */
  static open(name: string): ThreadNews {
    return new ThreadNews(
      typeof BroadcastChannel === 'undefined'
        ? null
        : new BroadcastChannel(name)
    );
  }

  tell(threadId: string): void {
    this._channel?.postMessage(threadId);
  }

  /** @param listener receives what other tabs tell. @returns a function that unsubscribes. */
  subscribe(listener: (threadId: string) => void): () => void {
    return this._listeners.add(listener);
  }
}
