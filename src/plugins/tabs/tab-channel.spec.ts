import { openChannel } from './tab-channel';

/** The part of the browser's channel that matters here: a single listener. */
class FakeBroadcastChannel {
  static all: FakeBroadcastChannel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(readonly name: string) {
    FakeBroadcastChannel.all.push(this);
  }

  postMessage(data: unknown): void {
    FakeBroadcastChannel.all
      .filter(each => each !== this && each.name === this.name)
      .forEach(each => each.onmessage?.({ data }));
  }
}

describe('a channel between tabs', () => {
  const before = globalThis.BroadcastChannel;

  beforeEach(() => {
    globalThis.BroadcastChannel =
      FakeBroadcastChannel as unknown as typeof BroadcastChannel;
  });

  afterEach(() => {
    globalThis.BroadcastChannel = before;
    jest.restoreAllMocks();
  });

  it('listens to no more than tabs send, however fast a page talks, and says so once', () => {
    const warned = jest
      .spyOn(console, 'warn')
      .mockImplementation(() => undefined);
    jest.spyOn(Date, 'now').mockReturnValue(1_000);
    const received: number[] = [];
    openChannel<number>('flood')?.listen(message => received.push(message));
    const page = new BroadcastChannel('flood');
    for (let at = 0; at < 20_000; at++) {
      page.postMessage(at);
    }
    expect(received).toHaveLength(2_000);
    expect(warned).toHaveBeenCalledTimes(1);
    expect(warned.mock.calls[0][0]).toContain('“flood”');
  });
});
