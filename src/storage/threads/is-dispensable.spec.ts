import { ENGLISH, type IThreadRecord } from '../../contract';
import type { ThreadDatabase } from '../database/thread-database';
import { DurableJournal } from '../durable-journal';
import { newThread } from './new-thread';
import { DurableThreads } from './durable-threads';
import { idbOf, freshBrowser, openTab } from '../stories/two-tabs';

const DAY = 24 * 60 * 60 * 1000;

describe('cleaning up', () => {
  let database: ThreadDatabase;
  let threads: DurableThreads;
  let inUse: Set<string>;

  /** Creates a thread last used this many days ago, with about this many MB. */
  const keep = async (
    id: string,
    {
      days = 0,
      megabytes = 0,
      ...change
    }: Partial<IThreadRecord> & { days?: number; megabytes?: number }
  ) => {
    const time = Date.now() - days * DAY;
    await idbOf(database).put(
      'threads',
      { ...newThread(id, 'n.ipynb', time), title: id, ...change },
      id
    );
    await new DurableJournal(database).show(
      { threadId: id, branch: '' },
      {
        threadId: id,
        time,
        type: 'user-message',
        messageId: 'm',
        text: 'x'.repeat(megabytes * 1024 * 1024)
      }
    );
  };

  const left = async () => (await threads.list()).map(({ id }) => id).sort();

  beforeEach(async () => {
    freshBrowser();
    database = await openTab();
    inUse = new Set();
    threads = new DurableThreads({
      database,
      trans: ENGLISH,
      inUse: async () => inUse
    });
  });

  it('deletes what was not used for so long, and tells the titles, oldest first', async () => {
    await keep('a', { days: 91 });
    await keep('b', { days: 89 });
    await keep('c', { days: 200 });
    expect(await threads.cleanUp({ days: 90, megabytes: 0 })).toEqual([
      'c',
      'a'
    ]);
    expect(await left()).toEqual(['b']);
    expect(await idbOf(database).count('events')).toBe(1);
  });

  it('deletes the oldest until the rest is small enough', async () => {
    await keep('old', { days: 3, megabytes: 1 });
    await keep('older', { days: 4, megabytes: 1 });
    await keep('new', { days: 1, megabytes: 1 });
    expect(await threads.cleanUp({ days: 0, megabytes: 2.5 })).toEqual([
      'older'
    ]);
    expect(await left()).toEqual(['new', 'old']);
    expect(await threads.cleanUp({ days: 0, megabytes: 2.5 })).toEqual([]);
  });

  it.each<[string, Partial<IThreadRecord>]>([
    ['that is pinned', { pinned: true }],
    ['that waits for a decision', { pending: 1 }],
    ['whose run has not ended', { run: { runId: 'r' } as never }],
    ['that is in use', { id: 'kept' }]
  ])('never deletes one %s', async (_, change) => {
    inUse = new Set(change.id ? ['kept'] : []);
    await keep('kept', { days: 500, megabytes: 2, ...change });
    await keep('other', { days: 1, megabytes: 1 });
    expect(await threads.cleanUp({ days: 90, megabytes: 1 })).toEqual([
      'other'
    ]);
    expect(await left()).toEqual(['kept']);
  });

  it('leaves one alone that somebody has begun to use meanwhile', async () => {
    await keep('a', { days: 100 });
    const { transaction } = IDBDatabase.prototype;
    jest
      .spyOn(IDBDatabase.prototype, 'transaction')
      .mockImplementation(function (this: IDBDatabase, ...args) {
        if (args[1] === 'readwrite' && Array.from(args[0]).includes('fences')) {
          // Another tab comes first.
          transaction
            .call(this, 'threads', 'readwrite')
            .objectStore('threads')
            .put(newThread('a', 'n.ipynb', Date.now()), 'a');
        }
        return transaction.apply(this, args);
      });
    const going = threads.cleanUp({ days: 90, megabytes: 0 });
    expect(await going).toEqual([]);
    expect(await left()).toEqual(['a']);
  });

  it('deletes nothing where there are no limits', async () => {
    await keep('a', { days: 1000, megabytes: 1 });
    expect(await threads.cleanUp({ days: 0, megabytes: 0 })).toEqual([]);
    expect(await left()).toEqual(['a']);
  });
});
