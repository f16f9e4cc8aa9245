import 'fake-indexeddb/auto';

import { openDB } from 'idb';

import { ENGLISH } from '../../contract';
import { until } from '../../testing/until';
import { makeCheckpointSaver } from '../checkpoints/indexed-db-saver';
import { ThreadDatabase, databaseName } from '../database/thread-database';
import type { Former } from './former-databases';
import { FormerThreads, type IFormerOwners } from './former-threads';
import { DurableImages } from '../images/durable-images';
import { DurableJournal } from '../journal/durable-journal';
import { openThreadStore } from '../open-thread-store';
import type { IThreadStore } from '../thread-store';
import { ThreadLock } from './thread-lock';
import { DurableThreads } from './durable-threads';
import { agentOf, look, say } from '../stories/agent-of';
import { freshBrowser } from '../stories/two-tabs';

const URL = 'http://localhost:8888/';
const OLD = [URL, 'made-up'];
const NEW = [URL, '', '/work/a'];
const CELL = 'c0ffee00-1111-4222-8333-444455556666';

const opened: ThreadDatabase[] = [];
let problems: string[];
let moving: jest.SpyInstance<Promise<void>>;

/** The database as opened by a page with an earlier version. */
async function earlier(owner = OLD): Promise<ThreadDatabase> {
  const database = await ThreadDatabase.open(databaseName(owner), {
    onReplaced: () => undefined
  });
  opened.push(database);
  return database;
}

/** Creates a conversation with data in each store. */
async function converse(
  database: ThreadDatabase,
  id: string,
  { notebook = 'a.ipynb', text = 'Hello.' } = {}
): Promise<void> {
  const threads = new DurableThreads({
    database,
    trans: ENGLISH,
    channel: null
  });
  const journal = new DurableJournal(database, { trans: ENGLISH });
  const at = { threadId: id, branch: '' };
  await threads.create(id, notebook);
  await threads.rename(id, `Title of ${id}`);
  await journal.show(at, {
    threadId: id,
    time: 1,
    type: 'user-message',
    messageId: 'm',
    text
  });
  await journal.decide(at, {
    callId: 'c',
    decision: { type: 'approve' },
    hash: 'h',
    by: 'person',
    time: 2
  });
  await new DurableImages(database, { trans: ENGLISH }).put(id, {
    mimeType: 'image/png',
    data: 'AAAA',
    width: 1,
    height: 1
  });
  const saver = makeCheckpointSaver(database, ENGLISH);
  await agentOf(saver as never, [look('one'), { text: 'Seen.' }]).run(
    say('Look.'),
    id
  );
  await database.settled(id);
}

/** Everything in a database except fences and leases, which are not moved. */
async function contentOf({
  db
}: ThreadDatabase): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  for (const store of db.objectStoreNames) {
    if (store !== 'fences' && store !== 'leases') {
      const [keys, values] = await Promise.all([
        db.getAllKeys(store),
        db.getAll(store)
      ]);
      content[store] = keys.map((key, at) => [key, values[at]]);
    }
  }
  return content;
}

async function open(
  former: Former,
  { owner = NEW, ...own }: Partial<IFormerOwners> & { owner?: string[] } = {}
): Promise<IThreadStore> {
  const store = await openThreadStore({
    owner,
    former: {
      formerOf: ([url, name, root]) =>
        url === URL && name !== 'ada' && !root ? former : 'other',
      guesses: [OLD],
      cellsOf: async () => null,
      ...own
    },
    trans: ENGLISH,
    onProblem: sentence => problems.push(sentence)
  });
  opened.push(store.database!);
  // A page that has its own conversations does not wait for them.
  await Promise.all(moving.mock.results.map(({ value }) => value));
  return store;
}

const titles = async ({ threads }: IThreadStore) =>
  (await threads.list()).map(({ title }) => title).sort();
const isThere = async (owner: string[]) =>
  (await indexedDB.databases()).some(
    ({ name }) => name === databaseName(owner)
  );

beforeEach(() => {
  freshBrowser();
  problems = [];
  moving = jest.spyOn(FormerThreads.prototype, 'move');
});

afterEach(() => {
  jest.restoreAllMocks();
  opened.splice(0).forEach(database => database.close());
});

describe('conversations under the name of an earlier version', () => {
  it('come along whole, once, and what is empty then goes', async () => {
    const old = await earlier();
    await converse(old, 't');
    await converse(old, 'u', { notebook: 'b.ipynb' });
    const before = await contentOf(old);
    old.close();
    const store = await open('same');
    expect(await contentOf(store.database!)).toEqual(before);
    await until(async () => !(await isThere(OLD)));
    expect(store.threads.unfiled).toBe(0);
    expect(await titles(await open('same'))).toEqual([
      'Title of t',
      'Title of u'
    ]);
    expect(problems).toEqual([]);
  });

  const ANSWERS = new Map([
    ['taken', true],
    ['left', false]
  ]);

  /** A database of the previous version that holds answers of the person. */
  async function answered(...paths: string[]): Promise<void> {
    const old = await earlier();
    await converse(old, 't', { text: `About ${CELL}.` });
    const threads = new DurableThreads({
      database: old,
      trans: ENGLISH,
      channel: null
    });
    for (const path of paths) {
      await threads.answerFiled(path, ['taken'], true);
      await threads.answerFiled(path, ['left'], false);
    }
    old.close();
  }

  it('bring along what was said of the files beside notebooks', async () => {
    await answered('a.cellwright.json', 'data/b.cellwright.json');
    const { threads } = await open('same');
    for (const path of ['a.cellwright.json', 'data/b.cellwright.json']) {
      expect(await threads.filedAnswers!(path)).toEqual(ANSWERS);
    }
    expect(await threads.list()).toHaveLength(1);
  });

  it('of an unknown folder bring along what was said of the files of their own notebooks', async () => {
    await answered('a.cellwright.json', 'b.cellwright.json');
    const { threads } = await open('unfiled' as Former, {
      cellsOf: async () => new Set([CELL])
    });
    expect(await threads.filedAnswers!('a.cellwright.json')).toEqual(ANSWERS);
    expect(await threads.filedAnswers!('b.cellwright.json')).toEqual(new Map());
  });

  it('of several made-up users all come', async () => {
    for (const [index, name] of ['one', 'two', 'three'].entries()) {
      const old = await earlier([URL, name]);
      await converse(old, `t${index}`);
      old.close();
    }
    expect(await titles(await open('same'))).toHaveLength(3);
  });

  it('of another user, another server or none of ours are left alone', async () => {
    const others = [
      [URL, 'ada'],
      ['http://localhost:9999/', 'made-up']
    ];
    for (const owner of others) {
      const old = await earlier(owner);
      await converse(old, 't');
      old.close();
    }
    (await openDB('cellwright-threads {"a": 1}', 1)).close();
    (await openDB('cellwright-threads nonsense', 1)).close();
    (await openDB('somebody else’s', 1)).close();
    const before = (await indexedDB.databases()).length;
    expect(await titles(await open('same'))).toEqual([]);
    expect(await indexedDB.databases()).toHaveLength(before + 1);
  });

  it.each(['before it has arrived', 'after it has arrived'] as const)(
    'survive a page that dies %s',
    async when => {
      const old = await earlier();
      await converse(old, 't');
      await converse(old, 'u');
      const before = await contentOf(old);
      old.close();
      jest.spyOn(console, 'warn').mockImplementation();
      const method = when === 'before it has arrived' ? 'put' : 'delete';
      const act = IDBObjectStore.prototype[method] as (
        ...args: unknown[]
      ) => IDBRequest;
      const dying = jest
        .spyOn(IDBObjectStore.prototype as never, method as never)
        .mockImplementation(function (
          this: IDBObjectStore,
          ...args: unknown[]
        ) {
          // Fails in the middle of a conversation's rows.
          if (this.name === 'messages') {
            throw new DOMException('Gone.', 'AbortError');
          }
          return act.apply(this, args);
        } as never);
      const first = await open('same');
      expect(await titles(first)).toHaveLength(method === 'put' ? 0 : 1);
      dying.mockRestore();
      expect(await isThere(OLD)).toBe(true);
      const second = await open('same');
      expect(await contentOf(second.database!)).toEqual(before);
      await until(async () => !(await isThere(OLD)));
    }
  );

  it('stay where a tab of that version works on them, and come later', async () => {
    const old = await earlier();
    await converse(old, 't');
    await converse(old, 'u');
    const lock = new ThreadLock({ database: old, locks: null });
    const hold = await lock.take('t');
    expect(await titles(await open('same'))).toEqual(['Title of u']);
    expect(await isThere(OLD)).toBe(true);
    await hold!.release();
    expect(await titles(await open('same'))).toEqual([
      'Title of t',
      'Title of u'
    ]);
  });

  it('take no more writes of a tab that still thinks it has them', async () => {
    const old = await earlier();
    await converse(old, 't');
    await converse(old, 'stays', { notebook: '' });
    const threads = new DurableThreads({
      database: old,
      trans: ENGLISH,
      channel: null
    });
    await (await new ThreadLock({ database: old, locks: null }).take(
      't'
    ))!.release();
    await open('unsure', { cellsOf: async () => new Set([CELL]) }).then(
      ({ threads: here }) => here.fileHere!()
    );
    await expect(threads.update('t', { pending: 1 })).rejects.toThrow();
  });

  it('are not written over by what was there and older', async () => {
    const old = await earlier();
    await converse(old, 't');
    const store = await open('same');
    await store.threads.rename('t', 'Gone on with');
    // Left behind by a page with the earlier version that was used in between.
    const again = await earlier();
    await converse(again, 't');
    await again.db.put(
      'threads',
      { ...(await again.db.get('threads', 't'))!, updated: Date.now() + 1000 },
      't'
    );
    again.close();
    expect(await titles(await open('same'))).toEqual(['Gone on with']);
    expect(await isThere(OLD)).toBe(true);
  });

  it('that cannot be looked for keep nobody from their own', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    jest
      .spyOn(indexedDB, 'databases')
      .mockRejectedValue(new DOMException('denied', 'SecurityError'));
    const store = await open('same');
    expect(store.keeping).toEqual({ ok: true });
    await store.threads.create('t', 'a.ipynb');
    expect(await store.threads.list()).toHaveLength(1);
  });

  it('are found under the name of today where the browser lists nothing', async () => {
    const old = await earlier();
    await converse(old, 't');
    old.close();
    jest
      .spyOn(IDBFactory.prototype, 'databases')
      .mockImplementation(undefined as never);
    Object.defineProperty(indexedDB, 'databases', {
      value: undefined,
      configurable: true
    });
    const guesses = [OLD, [URL, 'never was']];
    expect(await titles(await open('same', { guesses }))).toEqual([
      'Title of t'
    ]);
    Reflect.deleteProperty(indexedDB, 'databases');
    jest.restoreAllMocks();
    expect(await isThere([URL, 'never was'])).toBe(false);
  });
});

describe('conversations of a folder that nobody noted', () => {
  const cellsOf = (cells: Record<string, string[]>) => async (path: string) =>
    cells[path] ? new Set(cells[path]) : null;

  it('go to the folder whose notebook has cells that they know, and to no other', async () => {
    const old = await earlier();
    await converse(old, 'mine', { text: `Look.\n${CELL} code` });
    await converse(old, 'theirs', { text: 'Another Untitled.' });
    await converse(old, 'gone', { notebook: 'gone.ipynb', text: CELL });
    old.close();
    const a = await open('unsure', {
      cellsOf: cellsOf({ 'a.ipynb': [CELL] })
    });
    expect(await titles(a)).toEqual(['Title of mine']);
    expect(a.threads.unfiled).toBe(2);
    const b = await open('unsure', {
      owner: [URL, '', '/work/b'],
      cellsOf: cellsOf({ 'a.ipynb': ['deadbeef-other'], 'gone.ipynb': [CELL] })
    });
    expect(await titles(b)).toEqual(['Title of gone']);
    expect(b.threads.unfiled).toBe(1);
  });

  it('come when the person says so, and then the count is gone', async () => {
    const old = await earlier();
    await converse(old, 't');
    old.close();
    const store = await open('unsure');
    const heard = jest.fn();
    store.threads.onChange(heard);
    expect(await titles(store)).toEqual([]);
    expect(store.threads.unfiled).toBe(1);
    await store.threads.fileHere!();
    expect(await titles(store)).toEqual(['Title of t']);
    expect(store.threads.unfiled).toBe(0);
    expect(heard).toHaveBeenCalled();
    await until(async () => !(await isThere(OLD)));
  });

  it('stay while their notebook cannot be read', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    const old = await earlier();
    await converse(old, 't', { text: CELL });
    old.close();
    const away = await open('unsure', {
      cellsOf: () => Promise.reject(new Error('offline'))
    });
    expect(away.threads.unfiled).toBe(1);
    const store = await open('unsure', {
      cellsOf: cellsOf({ 'a.ipynb': [CELL] })
    });
    expect(await titles(store)).toEqual(['Title of t']);
  });
});
