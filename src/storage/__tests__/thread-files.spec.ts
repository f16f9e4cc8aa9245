import { ENGLISH, ThreadError, hashText } from '../../contract';
import type { AgentEvent, EventBody } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { MemoryThreads } from '../memory-threads';
import { ThreadFiles } from '../thread-files';

const NOTEBOOK = 'work/penguins.ipynb';
const FILE = 'work/penguins.cellwright.json';

/** A browser with its own threads, on the one server. */
function browserOn(files: FakeFiles) {
  const threads = new MemoryThreads({ trans: ENGLISH });
  const sync = new ThreadFiles({ files, threads, trans: ENGLISH });
  const only = async () => {
    const list = await threads.list();
    expect(list).toHaveLength(1);
    return list[0];
  };
  return {
    threads,
    only,
    sync: (notebook = NOTEBOOK) => sync.sync(notebook),
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
      await threads.journal.show({ threadId: id, branch: '' }, event);
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

  afterEach(() => jest.restoreAllMocks());

  const writes = () => files.calls.filter(call => call.startsWith('write'));
  const conflicts = async () =>
    (await files.list('work'))
      .map(({ name }) => name)
      .filter(name => name.includes('conflict'));

  it('move to another browser, go on there and come back, without a copy', async () => {
    await one.say('a', 'Hello');
    expect(await one.sync()).toMatchObject({ sentences: [] });
    await two.sync();
    expect(await two.words()).toEqual(['Hello']);
    const there = await two.only();
    expect(there).toMatchObject({ title: 'Hello', imported: true });
    await two.say(there.id, 'More');
    await two.sync();
    const { replaced, sentences } = await one.sync();
    expect(sentences).toEqual([]);
    expect([...replaced]).toEqual([['a', (await one.only()).id]]);
    expect(await one.words()).toEqual(['Hello', 'More']);
    expect(await conflicts()).toEqual([]);
  });

  it('are written once, and no file is made for none', async () => {
    await one.sync();
    expect(writes()).toEqual([]);
    await one.say('a', 'Hello');
    for (let times = 0; times < 3; times++) {
      await one.sync();
      await two.sync();
    }
    expect(writes()).toEqual([`write ${FILE}`]);
    expect((await two.threads.list()).length).toBe(1);
  });

  it('keep both where they went apart: the newer counts, the other is named', async () => {
    await one.say('a', 'Hello');
    await one.sync();
    await two.sync();
    await one.say('a', 'Here');
    await two.say((await two.only()).id, 'There');
    await two.sync();
    const { sentences } = await one.sync();
    const [copy] = await conflicts();
    expect(copy).toMatch(/^penguins\.cellwright-conflict-\d{4}-.*\.json$/);
    expect(sentences).toEqual([
      expect.stringMatching(/^penguins.*conflict.* keeps .*“Hello”.*two places/)
    ]);
    expect(await one.words()).toEqual(['Hello', 'There']);
    const kept = await one.threads.import(
      String(files.text(`work/${copy}`)),
      'other.ipynb'
    );
    expect(await one.words(kept.id)).toEqual(['Hello', 'Here']);
    expect((await one.sync()).sentences).toEqual([]);
  });

  it('keep theirs as the copy where ours is newer', async () => {
    await one.say('a', 'Hello');
    await one.sync();
    await two.sync();
    await two.say((await two.only()).id, 'There');
    await two.sync();
    await one.say('a', 'Here');
    expect((await one.sync()).sentences).toHaveLength(1);
    expect(await one.words()).toEqual(['Hello', 'Here']);
    await two.sync();
    expect(String(files.text(FILE))).toContain('Here');
    expect(String(files.text(`work/${(await conflicts())[0]}`))).toContain(
      'There'
    );
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
    await one.threads.journal.show(
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
    expect(await conflicts()).toEqual([]);
    expect(String(files.text(FILE))).not.toContain('Hello"}');
    expect(await one.words()).toEqual(['Hi']);
  });

  it('are not replaced while they run or wait for a decision', async () => {
    await one.say('a', 'Hello');
    await one.sync();
    await two.sync();
    await two.say((await two.only()).id, 'There');
    await two.sync();
    await one.threads.update('a', { pending: 1 });
    expect((await one.sync()).replaced.size).toBe(0);
    expect(await one.words()).toEqual(['Hello']);
    expect(String(files.text(FILE))).toContain('There');
    await one.threads.update('a', { pending: 0 });
    await one.sync();
    expect(await one.words()).toEqual(['Hello', 'There']);
  });

  it('are gone from the file once they are deleted here, and stay elsewhere', async () => {
    await one.say('a', 'Hello');
    await one.say('b', 'Other');
    await one.sync();
    await two.sync();
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
    await one.sync();
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
    await two.sync();
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
