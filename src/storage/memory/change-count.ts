/** What is needed of a BroadcastChannel. */
type ICountChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/**
 * How often something has changed, in whatever tab, as far as this page has
 * heard: what was read at another count is read anew.
 */
export class ChangeCount {
  private readonly _channel: ICountChannel;
  private _count = 0;

  /** @param name the same in all tabs. */
  constructor(name: string) {
    this._channel = new BroadcastChannel(name);
    this._channel.addEventListener('message', () => {
      this._count++;
    });
  }

  get current(): number {
    return this._count;
  }

  /** This tab has changed it: it is done, and can be read. */
  tell(): void {
    this._count++;
    this._channel.postMessage('changed');
  }
}
