import { ENGLISH, isFencedError } from '../../contract';
import { FakeLocks } from '../../testing/fake-locks';
import type { ThreadDatabase } from '../database/thread-database';
import { DurableJournal } from '../durable-journal';
import { ThreadLock } from './thread-lock';
import { DurableThreads } from './durable-threads';
import { idbOf, freshBrowser, openTab } from '../stories/two-tabs';

const at = { threadId: 't', branch: '' };

const decision = (callId: string) => ({
  callId,
  decision: { type: 'approve' as const },
  hash: 'h',
  by: 'person',
  time: 1
});

describe.each([
  ['Web Locks', () => new FakeLocks()],
  ['a row, where there are none', () => null]
])('ThreadLock with %s', (_, makeLocks) => {
  let here: ThreadDatabase;
  let there: ThreadDatabase;
  let one: ThreadLock;
  let two: ThreadLock;

  beforeEach(async () => {
    freshBrowser();
    const locks = makeLocks();
    here = await openTab();
    there = await openTab();
    one = new ThreadLock(here, locks);
    two = new ThreadLock(there, locks);
  });

  it('gives a thread to one tab at a time, and again once it is released', async () => {
    const hold = await one.take('t');
    expect(await two.take('t')).toBeNull();
    expect(await one.take('t')).toBeNull();
    expect(await two.take('u')).not.toBeNull();
    await hold?.release();
    expect(await two.take('t')).not.toBeNull();
    expect(await one.isLost('t')).toBe(true);
    expect(await two.isLost('t')).toBe(false);
  });

  it('gives it to one of two that ask at once', async () => {
    const holds = await Promise.all([one.take('t'), two.take('t')]);
    expect(holds.filter(Boolean)).toHaveLength(1);
  });

  it('takes it from a tab, which can write nothing from then on', async () => {
    const journal = new DurableJournal(here);
    const hold = await one.take('t');
    await journal.decide(at, decision('before'));
    expect(await one.isLost('t')).toBe(false);
    expect(await two.take('t', true)).not.toBeNull();
    const refused: unknown = await journal
      .decide(at, decision('after'))
      .catch(error => error);
    expect(isFencedError(refused)).toBe(true);
    expect(await one.isLost('t')).toBe(true);
    // That frees nothing which is another tab's.
    await hold?.release();
    expect(await one.take('t')).toBeNull();
    await new DurableJournal(there).decide(at, decision('after'));
  });

  it('says which threads are worked on, in whichever tab', async () => {
    const hold = await one.take('t');
    await two.take('u');
    expect([...(await two.held())].sort()).toEqual(['t', 'u']);
    await hold?.release();
    expect([...(await one.held())]).toEqual(['u']);
  });

  it('lets nobody write on who still has a thread that was deleted', async () => {
    const threads = new DurableThreads({
      database: there,
      trans: ENGLISH
    });
    await one.take('t');
    await threads.create('t', 'a.ipynb');
    await threads.delete('t');
    await expect(
      new DurableJournal(here).decide(at, decision('late'))
    ).rejects.toThrow(/Another tab/);
    expect(await idbOf(here).count('calls')).toBe(0);
  });

  it('is not held where its number cannot be written', async () => {
    const full = jest
      .spyOn(IDBObjectStore.prototype, 'put')
      .mockImplementation(() => {
        throw new DOMException('No space.', 'QuotaExceededError');
      });
    await expect(one.take('t')).rejects.toThrow('No space.');
    full.mockRestore();
    expect(await two.take('t')).not.toBeNull();
  });
});

it('a row of an owner counts as left behind after a day', async () => {
  freshBrowser();
  const database = await openTab();
  const lock = new ThreadLock(database, null);
  const row = { tab: 'gone', time: Date.now() - 25 * 60 * 60 * 1000 };
  await idbOf(database).put('owners', row, 't');
  expect([...(await lock.held())]).toEqual([]);
});
