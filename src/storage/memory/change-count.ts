/** The part of a BroadcastChannel that is used. */
type ICountChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/**
 * Counts changes in any tab, as far as this page has been told. Anything read
 * at another count has to be read again.
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

  /** Reports that this tab has made a change, which can now be read. */
  tell(): void {
    this._count++;
    this._channel.postMessage('changed');
  }
}
