import { ENGLISH } from '../../contract';
import { until } from '../../testing/until';
import { Persistence, type IBrowserStorage } from './persistence';
import { DurableThreads } from '../threads/durable-threads';
import { freshBrowser, openTab } from '../stories/two-tabs';

const MB = 1024 * 1024;

class FakeStorage implements IBrowserStorage {
  asked = 0;

  isStored = false;
  constructor(
    private readonly _grants: boolean,
    private readonly _left: number
  ) {}

  async persisted(): Promise<boolean> {
    return this.isStored;
  }

  async persist(): Promise<boolean> {
    this.asked++;
    this.isStored = this._grants;
    return this.isStored;
  }

  async estimate(): Promise<StorageEstimate> {
    return { quota: 1000 * MB, usage: (1000 - this._left) * MB };
  }
}

beforeEach(freshBrowser);

async function threadsWith(storage: IBrowserStorage | null) {
  return new DurableThreads({
    database: await openTab(),
    trans: ENGLISH,
    persistence: new Persistence(ENGLISH, storage)
  });
}

const settled = () => new Promise(resolve => setTimeout(resolve, 20));

describe('the browser’s promise to keep conversations', () => {
  it('is asked for with the first one that is kept, once a page', async () => {
    const storage = new FakeStorage(true, 900);
    const threads = await threadsWith(storage);
    await threads.list();
    await threads.watchSpace();
    expect(storage.asked).toBe(0);
    await threads.create('t', 'a.ipynb');
    await threads.create('t', 'a.ipynb');
    await threads.create('u', 'a.ipynb');
    await until(() => storage.asked > 0);
    await settled();
    expect(storage.asked).toBe(1);
    expect(threads.keeping).toEqual({ ok: true });
  });

  it('that is refused is no trouble while there is space', async () => {
    const threads = await threadsWith(new FakeStorage(false, 900));
    await threads.create('t', 'a.ipynb');
    await settled();
    expect(threads.keeping).toEqual({ ok: true });
  });

  it('that is refused is told where space is short, at once and in the next page', async () => {
    const storage = new FakeStorage(false, 40);
    const warning = expect.stringMatching(
      /has not promised to keep them, and only 40 MB are left/
    );
    const threads = await threadsWith(storage);
    const received = jest.fn();
    threads.onChange(received);
    await threads.create('t', 'a.ipynb');
    received.mockClear();
    await until(() => received.mock.calls.length > 0);
    expect(threads.keeping).toEqual({ ok: true, warning });
    expect(received).toHaveBeenCalled();
    const next = await threadsWith(storage);
    await next.watchSpace();
    expect(next.keeping).toEqual({ ok: true, warning });
    expect(storage.asked).toBe(1);
  });

  it('that is given is enough where space is short', async () => {
    const threads = await threadsWith(new FakeStorage(true, 40));
    await threads.create('t', 'a.ipynb');
    await settled();
    expect(threads.keeping).toEqual({ ok: true });
  });

  it.each([
    ['has no such thing', null],
    [
      'answers with an error',
      {
        persisted: () => Promise.reject(new Error('no')),
        persist: () => Promise.reject(new Error('no')),
        estimate: () => Promise.reject(new Error('no'))
      }
    ]
  ])('of a browser that %s is done without', async (_, storage) => {
    jest.spyOn(console, 'warn').mockImplementation();
    const threads = await threadsWith(storage);
    await threads.create('t', 'a.ipynb');
    await settled();
    expect(threads.keeping).toEqual({ ok: true });
    expect(await threads.list()).toHaveLength(1);
  });
});
