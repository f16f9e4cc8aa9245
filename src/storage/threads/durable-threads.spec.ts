import {
  ENGLISH,
  isFencedError,
  type AgentEvent,
  type IJournal,
  type IThreadDraft
} from '../../contract';
import { MemoryRows } from '../database/memory-rows';
import { ThreadDatabase } from '../database/thread-database';
import { DurableImages } from '../durable-images';
import { DurableJournal } from '../durable-journal';
import { DurableThreads } from './durable-threads';
import { ThreadNews } from './thread-news';
import {
  idbOf,
  freshBrowser,
  fullFor,
  openTab,
  unreadable
} from '../stories/two-tabs';

const LONG = 'Nothing to see here. '.repeat(100);

let database: ThreadDatabase;
let clock: number;

const message = (threadId: string, text: string): AgentEvent => ({
  threadId,
  time: 1,
  type: 'user-message',
  messageId: text.slice(0, 20),
  text
});

beforeEach(async () => {
  freshBrowser();
  database = await openTab();
  clock = 1000;
  jest.spyOn(Date, 'now').mockImplementation(() => (clock += 1));
});

describe.each([
  ['in IndexedDB', () => database],
  ['in memory', () => new ThreadDatabase(new MemoryRows())]
])('threads %s', (_, make) => {
  let threads: DurableThreads;
  let journal: IJournal;

  beforeEach(() => {
    const rows = make();
    threads = new DurableThreads({ database: rows, trans: ENGLISH });
    journal = new DurableJournal(rows);
  });

  const titles = async () => (await threads.list()).map(({ title }) => title);

  it('makes a thread once, bound to its notebook', async () => {
    const created = await threads.create('a', 'x/n.ipynb');
    expect(created).toMatchObject({
      id: 'a',
      title: '',
      notebook: 'x/n.ipynb',
      run: null,
      branches: [{ id: '', parent: null }]
    });
    await threads.update('a', { title: 'First words' });
    expect((await threads.create('a', 'other.ipynb')).title).toBe(
      'First words'
    );
    expect((await threads.get('a'))?.notebook).toBe('x/n.ipynb');
    expect(await threads.get('b')).toBeUndefined();
  });

  it('lists pinned ones first, then by last use', async () => {
    for (const id of ['a', 'b', 'c', 'd']) {
      await threads.create(id, 'n.ipynb');
      await threads.update(id, { title: id });
    }
    await threads.pin('b', true);
    await threads.update('a', { pending: 0 });
    expect(await titles()).toEqual(['b', 'a', 'd', 'c']);
    await threads.pin('b', false);
    expect(await titles()).toEqual(['a', 'd', 'c', 'b']);
  });

  it('finds the thread last used with a notebook', async () => {
    await threads.create('a', 'n.ipynb');
    await threads.create('b', 'n.ipynb');
    await threads.create('c', 'm.ipynb');
    await threads.update('a', { pending: 1 });
    expect((await threads.lastOf('n.ipynb'))?.id).toBe('a');
    expect(await threads.lastOf('none.ipynb')).toBeUndefined();
  });

  it('keeps the name a person gave', async () => {
    await threads.create('a', 'n.ipynb');
    await threads.rename('a', '  Penguins\n of the south ');
    await threads.update('a', { title: 'the first message' });
    await threads.rename('a', '   ');
    expect(await titles()).toEqual(['Penguins of the south']);
    await threads.rename('a', 'x'.repeat(1000));
    expect((await titles())[0]).toHaveLength(200);
  });

  it('goes along when a notebook or its folder is renamed', async () => {
    await threads.create('a', 'x/n.ipynb');
    await threads.create('b', 'x/deep/n.ipynb');
    await threads.create('c', 'xy/n.ipynb');
    await threads.update('a', {
      run: { notebook: 'x/n.ipynb', runId: 'r' } as never
    });
    await threads.moved('x/n.ipynb', 'x/m.ipynb');
    await threads.moved('x', 'z');
    expect((await threads.get('a'))?.notebook).toBe('z/m.ipynb');
    expect((await threads.get('a'))?.run?.notebook).toBe('z/m.ipynb');
    expect((await threads.get('b'))?.notebook).toBe('z/deep/n.ipynb');
    expect((await threads.get('c'))?.notebook).toBe('xy/n.ipynb');
  });

  it('gives what was shown in the branch that is being continued', async () => {
    const thread = await threads.create('a', 'n.ipynb');
    await journal.show({ threadId: 'a', branch: '' }, message('a', '1'));
    await journal.show({ threadId: 'a', branch: '' }, message('a', '2'));
    await journal.show({ threadId: 'a', branch: 'b' }, message('a', '3'));
    await threads.update('a', {
      branch: 'b',
      branches: [
        ...thread.branches,
        { id: 'b', parent: '', events: 1, checkpointId: 'c', created: 1 }
      ]
    });
    expect(await threads.history('a')).toEqual([
      message('a', '1'),
      message('a', '3')
    ]);
    expect(await threads.history('none')).toEqual([]);
  });

  describe('search', () => {
    const found = async (query: string) =>
      (await threads.search(query)).map(
        ({ thread, excerpt }) => `${thread.id}: ${excerpt}`
      );

    beforeEach(async () => {
      await threads.create('a', 'n.ipynb');
      await threads.update('a', { title: 'Penguins' });
      const at = { threadId: 'a', branch: '' };
      await journal.show(at, message('a', 'Plot the BODY mass'));
      await journal.show(at, {
        threadId: 'a',
        time: 1,
        type: 'final-answer',
        callId: 'c',
        answer: `${LONG}Adelie is the lightest species. ${LONG}`,
        nextItems: []
      });
      await journal.show(at, {
        threadId: 'a',
        time: 1,
        type: 'call-finished',
        callId: 'c',
        state: 'done',
        text: 'a secret result',
        result: 'a secret result',
        images: 0
      });
    });

    it('finds all words, in the title and in what was said, in any case', async () => {
      expect(await found('penguins body')).toEqual(['a: Plot the BODY mass']);
      expect(await found('PENGUINS')).toEqual(['a: Penguins']);
      expect(await found('penguins whale')).toEqual([]);
      expect(await found('secret')).toEqual([]);
    });

    it('shows where, with some words around it', async () => {
      const [hit] = await threads.search('adelie');
      expect(hit.excerpt).toMatch(/^….{30,60}Adelie is the light.{20,60}…$/);
    });

    it('looks through more than one page, and branches', async () => {
      for (let i = 0; i < 450; i++) {
        void journal.show(
          { threadId: 'a', branch: 'b' },
          message('a', `m${i}`)
        );
      }
      await journal.show(
        { threadId: 'a', branch: 'b' },
        message('a', 'the needle')
      );
      expect(await found('needle')).toEqual(['a: the needle']);
    });
  });

  it('forgets a thread with everything', async () => {
    await threads.create('a', 'n.ipynb');
    await journal.show({ threadId: 'a', branch: '' }, message('a', 'x'));
    await threads.saveDraft('a', draft('half a'));
    await threads.delete('a');
    expect(await threads.list()).toEqual([]);
    expect(await threads.history('a')).toEqual([]);
    expect(await threads.draft('a')).toBeUndefined();
    await expect(threads.update('a', { pending: 1 })).rejects.toThrow(
      'This conversation was deleted.'
    );
    await threads.create('a', 'n.ipynb');
    expect(await threads.history('a')).toEqual([]);
  });

  it('keeps what a person had begun to write, until it is sent', async () => {
    await threads.saveDraft('a', draft('half a'));
    expect(await threads.draft('a')).toEqual(draft('half a'));
    await threads.saveDraft('a', null);
    expect(await threads.draft('a')).toBeUndefined();
  });

  it('takes back what it has exported, as another thread', async () => {
    await threads.create('a', 'n.ipynb');
    await threads.rename('a', 'Penguins');
    await journal.show({ threadId: 'a', branch: '' }, message('a', LONG));
    const file = 'penguins.json';
    const taken = await threads.import(
      await threads.export('a'),
      'm.ipynb',
      file
    );
    expect(taken).toMatchObject({
      title: 'Penguins',
      notebook: 'm.ipynb',
      imported: true,
      importedFrom: file,
      untouched: true
    });
    expect(taken.id).not.toBe('a');
    expect(await threads.history(taken.id)).toMatchObject([
      { type: 'user-message', text: LONG, threadId: taken.id }
    ]);
    expect(await threads.imported(taken.id)).toMatchObject([
      { role: 'person', text: LONG }
    ]);
    expect(await threads.imported('a')).toEqual([]);
  });

  it('remembers what a person said of threads in a file, by file', async () => {
    expect([...(await threads.filedAnswers('a.json'))]).toEqual([]);
    await threads.answerFiled('a.json', ['one', 'constructor'], true);
    await threads.answerFiled('a.json', ['two'], false);
    await threads.answerFiled('b.json', ['one'], false);
    const answers = await threads.filedAnswers('a.json');
    expect(Object.fromEntries(answers)).toEqual({
      one: true,
      two: false,
      constructor: true
    });
    expect(answers.get('toString')).toBeUndefined();
    expect([...(await threads.filedAnswers('b.json'))]).toEqual([
      ['one', false]
    ]);
    expect(await threads.list()).toEqual([]);
  });

  it('tells of each change', async () => {
    let news = 0;
    const end = threads.onChange(() => (news += 1));
    await threads.create('a', 'n.ipynb');
    await threads.pin('a', true);
    await threads.delete('a');
    expect(news).toBe(3);
    end();
    await threads.create('b', 'n.ipynb');
    expect(news).toBe(3);
  });
});

describe('threads in the browser', () => {
  const threadsOf = (tab: ThreadDatabase) =>
    new DurableThreads({ database: tab, trans: ENGLISH });

  it('are deleted from every store there is, branches too, and no other thread', async () => {
    const stores = [...idbOf(database).objectStoreNames].filter(
      name => name !== 'fences'
    );
    const graphs = new Set(['checkpoints', 'values', 'writes']);
    const WHOLE = new Set('threads owners drafts imports sizes'.split(' '));
    const tx = idbOf(database).transaction(stores, 'readwrite');
    const rows: [thread: string, key: string][] = [
      ['a', 'a'],
      ['a', 'a#b'],
      ['ab', 'ab'],
      ['A', 'A']
    ];
    for (const store of stores) {
      const isWhole = WHOLE.has(store);
      for (const [thread, graph] of rows) {
        const id = graphs.has(store) ? graph : thread;
        await tx
          .objectStore(store)
          .put({} as never, (isWhole ? id : [id, 'x', 'y', 'z', 1]) as never);
      }
    }
    await tx.done;
    await threadsOf(database).delete('a');
    for (const store of stores) {
      const keys = await idbOf(database).getAllKeys(store);
      const ids = keys.map(key => (Array.isArray(key) ? key[0] : key));
      expect([store, ids]).toEqual([store, ['A', 'ab']]);
    }
  });

  it('let a person rename and delete in any tab, and only the driving one go on', async () => {
    const there = await openTab();
    await threadsOf(database).create('a', 'n.ipynb');
    database.setFence('a', 1);
    there.setFence('a', 2);
    await idbOf(there).put('fences', 2, 'a');
    const mine = threadsOf(database);
    await mine.rename('a', 'Renamed');
    await mine.pin('a', true);
    const refused: unknown = await mine
      .update('a', { pending: 1 })
      .catch(error => error);
    expect(isFencedError(refused)).toBe(true);
    await threadsOf(there).update('a', { pending: 2 });
    expect(await mine.get('a')).toMatchObject({
      title: 'Renamed',
      pinned: true,
      pending: 2
    });
    await mine.delete('a');
    await expect(
      new DurableJournal(there).remember(
        { threadId: 'a', branch: '' },
        { epoch: '1' }
      )
    ).rejects.toThrow(/Another tab/);
  });

  it('keep both of two changes that are made at once', async () => {
    const threads = threadsOf(database);
    await threads.create('t', 'a.ipynb');
    await threads.update('t', { pending: 3 });
    await Promise.all([
      threads.update('t', { pending: 0 }),
      threads.update('t', { file: { id: 'f', updated: 5 } })
    ]);
    expect(await threads.get('t')).toMatchObject({
      pending: 0,
      file: { id: 'f' }
    });
  });

  it('have what was being written handed over at once: the page may be on its way out', async () => {
    const created: IDBTransaction[] = [];
    const begin = IDBDatabase.prototype.transaction;
    jest
      .spyOn(IDBDatabase.prototype, 'transaction')
      .mockImplementation(function (this: IDBDatabase, ...args) {
        const tx = begin.apply(this, args);
        created.push(tx);
        return tx;
      });
    for (const words of [draft('half a'), null]) {
      void threadsOf(database).saveDraft('a', words);
      // Before the page can be gone.
      await Promise.resolve();
      const tx = created.at(-1)!;
      expect(() => tx.objectStore('drafts').delete('b')).toThrow();
    }
  });

  it('are news in other tabs', async () => {
    const [mine, other] = [0, 1].map(
      () =>
        new DurableThreads({
          database,
          trans: ENGLISH,
          news: ThreadNews.open('news')
        })
    );
    const reported = new Promise<void>(resolve => other.onChange(resolve));
    await mine.create('a', 'n.ipynb');
    await reported;
  });

  it('can be looked at where their own record is damaged', async () => {
    const threads = threadsOf(database);
    await threads.create('a', 'n.ipynb');
    await threads.create('b', 'n.ipynb');
    await threads.rename('b', 'Whole');
    await new DurableJournal(database).show(
      { threadId: 'a', branch: '' },
      message('a', 'x')
    );
    await idbOf(database).put(
      'threads',
      { title: 7, notebook: 'n.ipynb' } as never,
      'a'
    );
    const list = await threads.list();
    expect(list.map(({ title, damaged }) => [title, Boolean(damaged)])).toEqual(
      [
        ['Whole', false],
        ['', true]
      ]
    );
    expect(list[1].notebook).toBe('n.ipynb');
    expect(await threads.history('a')).toEqual([message('a', 'x')]);
  });

  it('are listed without the one that the browser cannot read at all', async () => {
    const damaged: unknown[] = [];
    const threads = new DurableThreads({
      database,
      trans: ENGLISH,
      onDamaged: (_, error) => damaged.push(error)
    });
    await threads.create('a', 'n.ipynb');
    await threads.create('b', 'n.ipynb');
    unreadable('threads', key => key === 'a');
    const list = await threads.list();
    expect(list.map(({ id, damaged: mark }) => [id, Boolean(mark)])).toEqual([
      ['b', false],
      ['a', true]
    ]);
    expect(damaged).toHaveLength(1);
  });

  it('say when the browser is full', async () => {
    const threads = threadsOf(database);
    await threads.create('a', 'n.ipynb');
    fullFor('threads');
    for (const write of [
      () => threads.update('a', { pending: 1 }),
      () => threads.rename('a', 'x'),
      () => threads.create('b', 'n.ipynb')
    ]) {
      await expect(write()).rejects.toMatchObject({
        name: 'ThreadError',
        message: expect.stringContaining('Delete old conversations')
      });
    }
  });
});

describe('images in the browser', () => {
  const image = { mimeType: 'image/png', data: 'abc', width: 1, height: 1 };

  it('are kept once a thread, and found in another page', async () => {
    const images = new DurableImages(database);
    const id = await images.put('t', image);
    expect(await images.put('t', { ...image })).toBe(id);
    const other = await images.put('t', { ...image, data: 'abd' });
    expect(other).not.toBe(id);
    expect(await idbOf(database).count('images')).toBe(2);
    const later = new DurableImages(await openTab());
    expect(await later.get('t', id)).toEqual(image);
    expect(await later.get('u', id)).toBeUndefined();
  });

  it('are told apart where two share a hash', async () => {
    const images = new DurableImages(database);
    const id = await images.put('t', image);
    await idbOf(database).put('images', { ...image, data: 'xyz' }, ['t', id]);
    const mine = await images.put('t', image);
    expect((await images.get('t', mine))?.data).toBe('abc');
    expect((await images.get('t', id))?.data).toBe('xyz');
  });
});

function draft(text: string): IThreadDraft {
  return {
    text,
    attachments: [],
    mode: 'agent',
    answers: {},
    scroll: { top: 10, atEnd: false }
  };
}
