import 'fake-indexeddb/auto';

import { openDB } from 'idb';

import { ENGLISH } from '../contract';
import { until } from '../testing/until';
import { MemoryRows } from './database/memory-rows';
import { databaseName } from './database/thread-database';
import { openThreadStore, type IThreadStore } from './open-thread-store';
import { idbOf } from './stories/two-tabs';
import type { DurableThreads } from './threads/durable-threads';

let owner: string[];
let problems: string[];
let created = 0;
const opened: IThreadStore[] = [];

async function open(): Promise<IThreadStore> {
  const store = await openThreadStore({
    owner,
    trans: ENGLISH,
    onProblem: sentence => problems.push(sentence)
  });
  opened.push(store);
  return store;
}

beforeEach(() => {
  owner = ['http://server/', `user ${created++}`];
  problems = [];
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(async () => {
  jest.useRealTimers();
  for (const { threads, database } of opened.splice(0)) {
    // Opening looks at the space that is left, which nobody waits for.
    await (threads as DurableThreads).watchSpace().catch(() => undefined);
    database.close();
  }
});

describe('what is kept of conversations', () => {
  it('is there again in the next page, for the same person on the same server', async () => {
    const store = await open();
    await store.threads.create('t', 'a.ipynb');
    expect(store.threads.keeping).toEqual({ ok: true });
    expect((await (await open()).threads.list()).map(({ id }) => id)).toEqual([
      't'
    ]);
    owner = ['http://server/', 'somebody else'];
    expect(await (await open()).threads.list()).toEqual([]);
  });

  it('lasts as long as the page in a private window, which says so', async () => {
    jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const store = await open();
    expect(store.database.rows).toBeInstanceOf(MemoryRows);
    expect(store.threads.keeping).toEqual({
      ok: false,
      why: expect.stringContaining('as in a private window')
    });
    await store.threads.create('t', 'a.ipynb');
    expect(await store.threads.list()).toHaveLength(1);
    const hold = await store.lock.take('t');
    expect(await store.lock.take('t')).toBeNull();
    await hold?.release();
    const again = await store.lock.take('t');
    expect(again).not.toBeNull();
    await again?.release();
  });

  it('waits three seconds for another tab with another version, then goes on without', async () => {
    const older = await openDB(databaseName(owner), 1);
    const asVersion = jest.spyOn(indexedDB, 'open');
    const openNow = IDBFactory.prototype.open;
    asVersion.mockImplementation(name => openNow.call(indexedDB, name, 2));
    const waits = jest.spyOn(globalThis, 'setTimeout');
    const store = await open();
    expect(waits.mock.calls.map(([, ms]) => ms)).toContain(3000);
    waits.mockRestore();
    expect(store.threads.keeping).toEqual({
      ok: false,
      why: expect.stringContaining('Close the other JupyterLab tabs')
    });
    // A connection that opens too late is closed and blocks nobody.
    older.close();
    asVersion.mockRestore();
    const newer = await openDB(databaseName(owner), 3);
    newer.close();
  });

  it('does not wait for ever for a browser that never answers', async () => {
    jest.useFakeTimers();
    jest
      .spyOn(indexedDB, 'open')
      .mockImplementation(
        () => new EventTarget() as unknown as IDBOpenDBRequest
      );
    const opening = open();
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await opening).threads.keeping.ok).toBe(false);
  });

  it('says so where a newer version of the extension has been here', async () => {
    (await openDB(databaseName(owner), 99)).close();
    expect((await open()).threads.keeping).toEqual({
      ok: false,
      why: expect.stringContaining('newer version of Cellwright')
    });
  });

  it('lets a newer version pass and asks for a reload', async () => {
    await open();
    (await openDB(databaseName(owner), 99)).close();
    expect(problems).toEqual([expect.stringContaining('Reload this page')]);
  });

  it('marks a thread whose records cannot be read', async () => {
    const store = await open();
    const { journal } = store;
    await store.threads.create('t', 'a.ipynb');
    const at = { threadId: 't', branch: '' };
    await journal.show(at, {
      type: 'notice',
      code: 'other',
      text: 'Here.',
      threadId: 't'
    } as never);
    await journal.shown(at);
    await idbOf(store.database).put('events', null as never, ['t', '', 99]);
    await journal.shown(at);
    await until(async () => (await store.threads.get('t'))?.damaged);
    expect((await store.threads.get('t'))?.damaged).toContain('cannot be read');
  });
});
