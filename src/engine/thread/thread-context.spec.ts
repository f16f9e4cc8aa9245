import type { IThreadRecord } from '../../contract';
import { FakeThreads } from '../../testing/fake-threads';
import { ThreadRecordWriter } from './thread-context';

/** Storage that writes only when `flush` is called. */
class SlowThreads extends FakeThreads {
  readonly order: string[] = [];
  private readonly _waiting: (() => void)[] = [];

  override async update(
    id: string,
    change: Partial<IThreadRecord>
  ): Promise<void> {
    this.order.push(Object.keys(change).join());
    await new Promise<void>(resolve => this._waiting.push(resolve));
    await super.update(id, change);
  }

  flush(): void {
    this._waiting.splice(0).forEach(resolve => resolve());
  }
}

describe('the record of a thread', () => {
  let threads: SlowThreads;
  let record: ThreadRecordWriter;

  beforeEach(async () => {
    threads = new SlowThreads();
    record = new ThreadRecordWriter({
      id: 't',
      threads,
      onFailure: () => undefined
    });
    await record.begin('', 'a.ipynb');
  });

  it('is given to storage in order', async () => {
    record.note({ pending: 1 });
    const written = record.write({ queued: [] });
    record.note({ pending: 0 });
    const settled = record.settled();
    for (const order of [1, 2, 3]) {
      await new Promise(resolve => setTimeout(resolve));
      expect(threads.order).toHaveLength(order);
      threads.flush();
    }
    await Promise.all([written, settled]);
    expect(threads.order).toEqual([
      'updated,pending',
      'updated,queued',
      'updated,pending'
    ]);
    expect(record.current).toMatchObject({ pending: 0, queued: [] });
  });

  it('is settled once all of it is durable', async () => {
    record.note({ pending: 1 });
    let isSettled = false;
    const settled = record.settled().then(() => (isSettled = true));
    await new Promise(resolve => setTimeout(resolve));
    expect(isSettled).toBe(false);
    threads.flush();
    await settled;
    expect(await threads.get('t')).toMatchObject({ pending: 1 });
  });
});
