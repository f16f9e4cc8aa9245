import { ENGLISH, isFencedError } from '../../contract';
import { FakeLocks } from '../../testing/fake-locks';
import type { ThreadDatabase } from '../database/thread-database';
import { DurableJournal } from '../journal/durable-journal';
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
  ['a lease, where there are none', () => null]
])('ThreadLock with %s', (_, makeLocks) => {
  let locks: FakeLocks | null;
  let here: ThreadDatabase;
  let there: ThreadDatabase;

  const lockOf = (database: ThreadDatabase) =>
    new ThreadLock({ database, locks });

  /** Advances the clock, and lets everything it triggers finish. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 500) {
      jest.advanceTimersByTime(Math.min(left, 500));
      for (let turn = 0; turn < 20; turn++) {
        await new Promise(resolve => setImmediate(resolve));
      }
    }
  };

  beforeEach(async () => {
    freshBrowser();
    locks = makeLocks();
    here = await openTab();
    there = await openTab();
    jest.useFakeTimers({
      doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick']
    });
  });

  afterEach(() => jest.useRealTimers());

  it('gives a thread to one tab at a time, with a higher number each time', async () => {
    const hold = await lockOf(here).take('t');
    expect(await lockOf(there).take('t')).toBeNull();
    expect(await lockOf(here).take('t')).toBeNull();
    expect((await lockOf(there).take('u'))?.fence).toBe(1);
    await hold?.release();
    const next = await lockOf(there).take('t');
    expect([hold?.fence, next?.fence]).toEqual([1, 2]);
    expect(hold?.lost.aborted).toBe(false);
  });

  it('gives it to one of two that ask at once', async () => {
    const holds = await Promise.all([
      lockOf(here).take('t'),
      lockOf(there).take('t')
    ]);
    expect(holds.filter(Boolean)).toHaveLength(1);
  });

  it('is still held after a while', async () => {
    const hold = await lockOf(here).take('t');
    await pass(30_000);
    expect(await lockOf(there).take('t')).toBeNull();
    expect(hold?.lost.aborted).toBe(false);
  });

  it('tells the tab that it was taken from, which can write nothing from then on', async () => {
    const journal = new DurableJournal(here);
    const hold = await lockOf(here).take('t');
    await journal.decide(at, decision('before'));
    const taken = await lockOf(there).take('t', { steal: true });
    expect(taken?.fence).toBe(2);
    const refused: unknown = await journal
      .decide(at, decision('after'))
      .catch(error => error);
    expect(isFencedError(refused)).toBe(true);
    await pass(2000);
    expect(hold?.lost.aborted).toBe(true);
    await hold?.release();
    expect(await lockOf(here).take('t')).toBeNull();
    await new DurableJournal(there).decide(at, decision('after'));
  });

  it('says which threads are driven, in whichever tab', async () => {
    const hold = await lockOf(here).take('t');
    await lockOf(there).take('u');
    expect([...(await lockOf(there).held())].sort()).toEqual(['t', 'u']);
    await hold?.release();
    expect([...(await lockOf(here).held())]).toEqual(['u']);
  });

  it('tells who waits that it is free, and takes it not', async () => {
    const hold = await lockOf(here).take('t');
    let isFree = false;
    const waiting = lockOf(there)
      .freed('t', new AbortController().signal)
      .then(() => (isFree = true));
    await pass(4000);
    expect(isFree).toBe(false);
    await hold?.release();
    await pass(4000);
    await waiting;
    expect(await lockOf(here).take('t')).not.toBeNull();
  });

  it('waits no longer than it is asked to', async () => {
    await lockOf(here).take('t');
    const asked = new AbortController();
    const waiting = lockOf(there).freed('t', asked.signal);
    asked.abort(new Error('The panel was closed.'));
    await expect(waiting).rejects.toThrow('The panel was closed.');
  });

  it('lets nobody write on who still has a thread that was deleted', async () => {
    const threads = new DurableThreads({
      database: there,
      trans: ENGLISH,
      channel: null
    });
    await lockOf(here).take('t');
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
    await expect(lockOf(here).take('t')).rejects.toThrow('No space.');
    full.mockRestore();
    expect((await lockOf(there).take('t'))?.fence).toBe(1);
  });
});

describe('a lease', () => {
  beforeEach(() => {
    freshBrowser();
  });

  it('passes to another tab once it is not renewed, and the first one is told', async () => {
    const [here, there] = [await openTab(), await openTab()];
    const before = Date.now();
    const first = await new ThreadLock({ database: here, locks: null }).take(
      't'
    );
    // As left behind by a tab that is closed or asleep.
    const lease = await idbOf(here).get('leases', 't');
    expect(lease?.until).toBeGreaterThanOrEqual(before + 6000);
    expect(lease?.until).toBeLessThanOrEqual(Date.now() + 6000);
    const second = new ThreadLock({ database: there, locks: null });
    expect(await second.take('t')).toBeNull();
    await idbOf(here).put(
      'leases',
      { tab: 'gone', until: Date.now() - 1 },
      't'
    );
    const hold = await second.take('t');
    expect(hold?.fence).toBe(2);
    await first?.release();
    expect(await idbOf(here).count('leases')).toBe(1);
    await hold?.release();
    expect(await idbOf(here).count('leases')).toBe(0);
  });
});
