import {
  ENGLISH,
  ThreadError,
  hashText,
  type AgentEvent,
  type EventBody
} from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { memoryStores } from '../stories/memory-stores';
import { ThreadFiles } from './thread-files';

const NOTEBOOK = 'work/penguins.ipynb';
const FILE = 'work/penguins.cellwright.json';

/** A browser with its own threads, sharing the one server. */
function browserOn(files: FakeFiles) {
  const { journal, threads } = memoryStores();
  const sync = new ThreadFiles({ files, threads, trans: ENGLISH, leaving: 0 });
  const only = async () => {
    const list = await threads.list();
    expect(list).toHaveLength(1);
    return list[0];
  };
  return {
    journal,
    threads,
    only,
    sync: (notebook = NOTEBOOK) => sync.sync(notebook),
    answer: async (isTaken: boolean, ids: readonly string[]) => {
      await sync.answer(NOTEBOOK, ids, isTaken);
      return sync.sync(NOTEBOOK);
    },
    /** Accepts everything it is asked about. */
    takeAll: async () => {
      const { waiting } = await sync.sync(NOTEBOOK);
      await sync.answer(NOTEBOOK, waiting, true);
      return sync.sync(NOTEBOOK);
    },
    /** The text of each thread, oldest first. */
    all: async () =>
      Promise.all(
        (await threads.list())
          .reverse()
          .map(async ({ id }) =>
            (await threads.history(id))
              .flatMap(event =>
                event.type === 'user-message' ? [event.text] : []
              )
              .join(' ')
          )
      ),
    follow: (from: string, to: string) => sync.follow(from, to),
    say: async (id: string, text: string) => {
      const event: AgentEvent & EventBody = {
        threadId: id,
        time: Date.now(),
        type: 'user-message',
        messageId: text,
        text
      };
      await threads.create(id, NOTEBOOK);
      await journal.show({ threadId: id, branch: '' }, event);
      const { title } = (await threads.get(id)) ?? {};
      await threads.update(id, { title: title || text });
    },
    words: async (id?: string) =>
      (await threads.history(id ?? (await only()).id)).map(event =>
        event.type === 'user-message' ? event.text : event.type
      )
  };
}

describe('threads in a file beside the notebook', () => {
  let files: FakeFiles;
  let one: ReturnType<typeof browserOn>;
  let two: ReturnType<typeof browserOn>;

  beforeEach(() => {
    files = new FakeFiles({ [NOTEBOOK]: '{}' });
    one = browserOn(files);
    two = browserOn(files);
    let clock = 1000;
    jest.spyOn(Date, 'now').mockImplementation(() => (clock += 1));
  });

  /** Both have one thread, with the word Hello. */
  const shared = async () => {
    await one.say('a', 'Hello');
    await one.sync();
    await two.takeAll();
  };
  const writes = () => files.calls.filter(call => call.startsWith('write'));
  it('are not taken by a browser that did not write them until the person says so, once', async () => {
    await one.say('a', 'Hello');
    await one.sync();
    const text = files.text(FILE);
    for (let times = 0; times < 2; times++) {
      expect(await two.sync()).toMatchObject({ waiting: ['a'], taken: [] });
      expect(await two.threads.list()).toEqual([]);
    }
    const { taken } = await two.answer(true, ['a']);
    expect(taken).toEqual([(await two.only()).id]);
    expect(await two.words()).toEqual(['Hello']);
    expect(await two.only()).toMatchObject({
      title: 'Hello',
      imported: true,
      importedFrom: 'penguins.cellwright.json'
    });
    expect(await two.sync()).toMatchObject({
      waiting: [],
      left: [],
      taken: []
    });
    expect(files.text(FILE)).toBe(text);
  });

  it('stay in the file where the person leaves them there, also for a later page, and can be had later', async () => {
    await one.say('a', 'Hello');
    await one.sync();
    await two.sync();
    expect(await two.answer(false, ['a'])).toMatchObject({
      waiting: [],
      left: ['a']
    });
    await two.say('b', 'Other');
    await two.sync();
    expect(String(files.text(FILE))).toContain('Hello');
    const later = new ThreadFiles({
      files,
      threads: two.threads,
      trans: ENGLISH
    });
    expect(await later.sync(NOTEBOOK)).toMatchObject({
      waiting: [],
      left: ['a'],
      taken: []
    });
    expect((await two.only()).id).toBe('b');
    const { taken } = await two.answer(true, ['a']);
    expect(taken).toHaveLength(1);
    expect((await two.all()).sort()).toEqual(['Hello', 'Other']);
  });

  it('go on in another browser and come back beside what was there: none of them goes', async () => {
    await shared();
    await two.say((await two.only()).id, 'More');
    await two.sync();
    expect(await one.sync()).toMatchObject({ waiting: ['a'], sentences: [] });
    expect(await one.words('a')).toEqual(['Hello']);
    const { sentences, taken } = await one.answer(true, ['a']);
    expect(sentences).toEqual([
      expect.stringContaining('“Hello” was continued in another place.')
    ]);
    expect(taken).toHaveLength(1);
    expect(await one.all()).toEqual(['Hello', 'Hello More']);
    expect(await one.threads.get('a')).toMatchObject({ run: null });
    // It is contained in the other one, so the file need not hold it twice.
    await one.sync();
    expect(await two.sync()).toMatchObject({ waiting: [], taken: [] });
    expect(await two.all()).toEqual(['Hello More']);
    // Once continued, it is a conversation of its own.
    await one.say('a', 'Here');
    await one.sync();
    expect((await two.sync()).waiting).toHaveLength(1);
    await two.takeAll();
    expect(await two.all()).toEqual(['Hello More', 'Hello Here']);
  });

  it('are written once, and no file is made for none', async () => {
    await one.sync();
    expect(writes()).toEqual([]);
    await shared();
    for (let times = 0; times < 3; times++) {
      await one.sync();
      await two.sync();
    }
    expect(writes()).toEqual([`write ${FILE}`]);
    expect((await two.threads.list()).length).toBe(1);
  });

  it.each([
    ['theirs is newer', true],
    ['ours is newer', false]
  ])(
    'stand side by side where they went apart, and %s',
    async (_, isTheirs) => {
      await shared();
      const there = await two.only();
      if (isTheirs) {
        await one.say('a', 'Here');
        await two.say(there.id, 'There');
        await two.sync();
      } else {
        await two.say(there.id, 'There');
        await two.sync();
        await one.say('a', 'Here');
      }
      const { waiting } = await one.sync();
      expect(waiting).toEqual(['a']);
      expect(await one.words('a')).toEqual(['Hello', 'Here']);
      expect(String(files.text(FILE))).toContain('There');
      const { sentences } = await one.answer(true, waiting);
      expect(sentences).toHaveLength(1);
      expect((await one.all()).sort()).toEqual(['Hello Here', 'Hello There']);
      expect(await one.threads.get('a')).toMatchObject({ title: 'Hello' });
      expect((await files.list('work')).map(({ name }) => name).sort()).toEqual(
        ['penguins.cellwright.json', 'penguins.ipynb']
      );
      await two.takeAll();
      expect((await two.all()).sort()).toEqual(['Hello Here', 'Hello There']);
      for (const each of [one, two, one]) {
        expect(await each.sync()).toMatchObject({ taken: [], waiting: [] });
      }
    }
  );

  it('stand side by side in the file where the person does not want the other one here', async () => {
    await shared();
    await one.say('a', 'Here');
    await two.say((await two.only()).id, 'There');
    await two.sync();
    await one.sync();
    const { left } = await one.answer(false, ['a']);
    expect(left).toEqual(['a']);
    expect(await one.all()).toEqual(['Hello Here']);
    expect(String(files.text(FILE))).toMatch(/There[^]*Here/);
  });

  it('lose nothing where somebody writes the file while two versions are put apart', async () => {
    await shared();
    await one.say('a', 'Here');
    await two.say((await two.only()).id, 'There');
    await two.sync();
    const { waiting } = await one.sync();
    const write = files.writeText.bind(files);
    const busy = jest
      .spyOn(files, 'writeText')
      .mockImplementationOnce(async (path, text, version) => {
        files.set(path, `${String(files.text(path))} `);
        return write(path, text, version);
      });
    await one.answer(true, waiting);
    expect(busy).toHaveBeenCalledTimes(2);
    expect((await one.all()).sort()).toEqual(['Hello Here', 'Hello There']);
    expect(String(files.text(FILE))).toMatch(/There[^]*Here/);
  });

  it('go on in another branch without a copy: nobody else wrote the file', async () => {
    await one.say('a', 'Hello');
    await one.sync();
    const thread = await one.only();
    await one.threads.update('a', {
      branch: 'b',
      branches: [
        ...thread.branches,
        { id: 'b', parent: '', events: 0, checkpointId: null, created: 1 }
      ]
    });
    await one.journal.show(
      { threadId: 'a', branch: 'b' },
      {
        threadId: 'a',
        time: 1,
        type: 'user-message',
        messageId: 'm',
        text: 'Hi'
      }
    );
    await one.sync();
    expect(String(files.text(FILE))).not.toContain('Hello"}');
    expect(await one.words()).toEqual(['Hi']);
  });

  it('are not compared while they run or wait for a decision, and hold no card in the file', async () => {
    await shared();
    await two.say((await two.only()).id, 'There');
    await two.sync();
    await one.journal.show(
      { threadId: 'a', branch: '' },
      {
        threadId: 'a',
        time: 1,
        type: 'call-proposed',
        callId: 'c',
        messageId: 'm',
        tool: 'jupyter_cell',
        args: { code: 'waits' },
        text: 'Run a cell'
      }
    );
    await one.threads.update('a', { pending: 1 });
    expect((await one.sync()).waiting).toEqual([]);
    expect(String(files.text(FILE))).toContain('There');
    await one.say('b', 'Other');
    await one.sync();
    expect(String(files.text(FILE))).not.toContain('waits');
    await one.threads.update('a', { pending: 0 });
    expect((await one.sync()).waiting).toEqual(['a']);
    expect(await one.words('a')).toEqual(['Hello', 'call-proposed']);
  });

  it('are gone from the file once they are deleted here, and stay elsewhere', async () => {
    await one.say('a', 'Hello');
    await one.say('b', 'Other');
    await one.sync();
    await two.takeAll();
    await one.threads.delete('a');
    await one.sync();
    expect((await one.only()).id).toBe('b');
    expect(String(files.text(FILE))).not.toContain('Hello');
    await two.sync();
    expect(String(files.text(FILE))).not.toContain('Hello');
    expect(await two.threads.list()).toHaveLength(2);
  });

  it('follow a notebook to another name, the file too', async () => {
    const renamed = 'work/birds.ipynb';
    await one.say('a', 'Hello');
    await one.sync();
    const text = files.text(FILE);
    await one.threads.moved(NOTEBOOK, renamed);
    await one.follow(NOTEBOOK, renamed);
    expect(files.text(FILE)).toBeUndefined();
    expect(files.text('work/birds.cellwright.json')).toBe(text);
    expect(await one.sync(renamed)).toMatchObject({ sentences: [], taken: [] });
    expect(await one.words()).toEqual(['Hello']);
  });

  it('follow though they were written beside the other name before', async () => {
    const renamed = 'work/birds.ipynb';
    await one.say('a', 'Hello');
    await one.sync();
    await one.threads.moved(NOTEBOOK, renamed);
    await one.sync(renamed);
    await one.follow(NOTEBOOK, renamed);
    expect(files.text(FILE)).toBeUndefined();
    expect(files.text('work/birds.cellwright.json')).toContain('Hello');
  });

  it('stay where they are where the other name has a file without them', async () => {
    const birds = 'work/birds.cellwright.json';
    await two.say('b', 'Of another notebook');
    await two.sync();
    const text = files.text(FILE) as string;
    files.set(birds, text);
    await files.deleteFile(FILE, hashText(text));
    await one.say('a', 'Hello');
    await one.sync();
    await one.follow(NOTEBOOK, 'work/birds.ipynb');
    expect(files.text(FILE)).toContain('Hello');
    expect(files.text(birds)).toContain('Of another notebook');
    expect(files.text(birds)).not.toContain('Hello');
  });

  it('are put together where somebody writes the file at the same time', async () => {
    await one.say('a', 'Hello');
    await two.say('b', 'Other');
    await Promise.all([one.sync(), two.sync()]);
    await one.takeAll();
    expect(await one.threads.list()).toHaveLength(2);
    expect(String(files.text(FILE))).toContain('Hello');
    expect(String(files.text(FILE))).toContain('Other');
  });

  it('bring no decision and no younger date than today from the file', async () => {
    await one.say('a', 'Hello');
    await one.sync();
    const file = JSON.parse(String(files.text(FILE)));
    file.threads[0].updated = 9e15;
    file.threads[0].thread.pinned = true;
    file.threads[0].thread.run = { turn: ['shell'] };
    file.threads[0].thread.events.push({
      type: 'turn-rule',
      time: 1,
      on: true,
      effects: ['shell']
    });
    files.set(FILE, JSON.stringify(file));
    await two.takeAll();
    const taken = await two.only();
    expect(taken).toMatchObject({ pinned: false, run: null, imported: true });
    expect(taken.updated).toBeLessThanOrEqual(Date.now());
    expect(await two.words()).toEqual(['Hello']);
  });

  it.each([
    ['rubbish', '{ rubbish'],
    ['another JSON', '{"cells":[]}'],
    [
      'a thread that is none',
      '{"format":"cellwright-threads","version":1,"threads":[{"id":"x","updated":1,"thread":{"format":"?"}}]}'
    ],
    [
      'a prototype',
      '{"format":"cellwright-threads","version":1,"threads":[{"id":"x","updated":1,"thread":{"__proto__":{"a":1}}}]}'
    ],
    [
      'one id twice',
      '{"format":"cellwright-threads","version":1,"threads":[{"id":"x","updated":1,"thread":{}},{"id":"x","updated":1,"thread":{}}]}'
    ],
    [
      'a newer version',
      '{"format":"cellwright-threads","version":2,"threads":[]}'
    ]
  ])('leave a file with %s alone, and say so', async (_, text) => {
    files.set(FILE, text);
    await one.say('a', 'Hello');
    await expect(one.sync()).rejects.toBeInstanceOf(ThreadError);
    expect(files.text(FILE)).toBe(text);
    expect(await one.words()).toEqual(['Hello']);
  });
});
