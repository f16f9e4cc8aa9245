import 'fake-indexeddb/auto';

import { HumanMessage } from '@langchain/core/messages';
import { Annotation, StateGraph } from '@langchain/langgraph/web';
import { emptyCheckpoint } from '@langchain/langgraph-checkpoint';

import { ThreadError, isDamagedError } from '../../contract';
import { IndexedDBSaver } from './indexed-db-saver';
import type { ThreadDatabase } from '../database/thread-database';
import { agentOf, look, newDatabase, say } from '../stories/agent-of';
import { idbOf } from '../stories/two-tabs';

let database: ThreadDatabase;
let saver: IndexedDBSaver;

beforeEach(async () => {
  database = await newDatabase();
  saver = new IndexedDBSaver(database);
});

afterEach(() => {
  database.close();
});

const metadata = { source: 'loop' as const, step: 0, parents: {} };
const main = { threadId: 't', branch: '' };
const other = { threadId: 't', branch: 'b' };
let ids = 0;

/** Stores a checkpoint with these values, after the given one. */
async function put(
  values: Record<string, unknown>,
  {
    after,
    thread = 't',
    by = saver,
    versions
  }: {
    after?: string;
    thread?: string;
    by?: IndexedDBSaver;
    versions?: Record<string, number>;
  } = {}
): Promise<string> {
  const id = `${String(++ids).padStart(8, '0')}`;
  const newVersions =
    versions ?? Object.fromEntries(Object.keys(values).map(key => [key, ids]));
  await by.put(
    { configurable: { thread_id: thread, checkpoint_id: after } },
    {
      ...emptyCheckpoint(),
      id,
      channel_values: values,
      channel_versions: newVersions
    },
    metadata,
    newVersions
  );
  return id;
}

async function valuesOf(
  by = saver,
  thread = 't',
  id?: string
): Promise<Record<string, any>> {
  const tuple = await by.getTuple({
    configurable: { thread_id: thread, checkpoint_id: id }
  });
  return tuple!.checkpoint.channel_values;
}

/** A saver like another page's, with nothing in memory. */
const anew = () => new IndexedDBSaver(database);

const people = (count: number, from = 0): HumanMessage[] =>
  Array.from(
    { length: count },
    (_, at) =>
      new HumanMessage({ id: `m${from + at}`, content: `${from + at}` })
  );

const asJson = (messages: unknown): unknown =>
  JSON.parse(JSON.stringify(messages));

describe('a thread in IndexedDB', () => {
  it('gives back the default of a channel that was never written', async () => {
    const State = Annotation.Root({
      pieces: Annotation<string[]>({
        reducer: (before, more) => [...before, ...more],
        default: () => []
      }),
      title: Annotation<string>()
    });
    const graph = new StateGraph(State)
      .addNode('name', () => ({ title: 'A' }))
      .addEdge('__start__', 'name')
      .compile({ checkpointer: saver });
    await graph.invoke({}, { configurable: { thread_id: 't' } });
    expect(await valuesOf(anew())).toMatchObject({ pieces: [], title: 'A' });
  });

  it('keeps each message once, whoever holds the list', async () => {
    const { run } = agentOf(saver, [
      ...Array.from({ length: 20 }, (_, at) => look(`call-${at}`)),
      { text: 'Done.' }
    ]);
    await run(say('Go.'), 't');
    const { messages } = await valuesOf();
    const stored = await idbOf(database).getAll('messages');
    const text = JSON.stringify(stored);
    expect(messages).toHaveLength(42);
    expect(stored).toHaveLength(42);
    expect(text.split('I look at call-7.')).toHaveLength(2);
    for (const store of ['values', 'writes', 'checkpoints'] as const) {
      expect(JSON.stringify(await idbOf(database).getAll(store))).not.toContain(
        'I look at'
      );
    }
  });

  it('goes on in another page without writing its messages again', async () => {
    const messages = people(100);
    await put({ messages });
    const next = anew();
    const { messages: read } = await valuesOf(next);
    await put({ messages: [...read, ...people(1, 100)] }, { by: next });
    expect(await idbOf(database).count('messages')).toBe(101);
    const lists = await idbOf(database).getAll('values');
    expect(lists.at(-1)!.length).toBeLessThan(100);
  });

  it('gives back every list as it was: longer, shorter, changed, in another order', async () => {
    const all = people(60);
    const changed = new HumanMessage({ id: 'm30', content: 'changed' });
    const lists = [
      all.slice(0, 20),
      all.slice(0, 40),
      all,
      [...all.slice(0, 30), changed, ...all.slice(31)],
      all.slice(50),
      [...all].reverse(),
      all,
      all.slice(0, 3),
      []
    ];
    const checkpoints: string[] = [];
    for (const messages of lists) {
      checkpoints.push(await put({ messages }));
    }
    for (const [at, id] of checkpoints.entries()) {
      const { messages } = await valuesOf(anew(), 't', id);
      expect(asJson(messages)).toEqual(asJson(lists[at]));
    }
    expect(await idbOf(database).count('messages')).toBe(61);
    // Reads the whole history at once: messages read for one list are reused
    // for the next.
    const history: unknown[] = [];
    for await (const { checkpoint } of anew().list({
      configurable: { thread_id: 't' }
    })) {
      history.unshift(asJson(checkpoint.channel_values.messages));
    }
    expect(history).toEqual(lists.map(asJson));
  });

  it('reads a list behind hundreds of others', async () => {
    const all = people(300);
    for (let length = 10; length <= 300; length++) {
      await put({ messages: all.slice(0, length) });
    }
    const { messages } = await valuesOf(anew());
    expect(asJson(messages)).toEqual(asJson(all));
    const lists = await idbOf(database).getAll('values');
    expect(Math.max(...lists.map(({ length }) => length))).toBeLessThan(100);
  });

  it('finds messages wherever they are, and leaves look-alikes alone', async () => {
    const [one] = people(1);
    const values = {
      pair: ['name', one],
      nested: { deep: [{ messages: people(12) }] },
      lookAlike: { $message: 1, $messages: [2], $$messages: 3 },
      bytes: new Uint8Array([1, 2, 3]),
      map: new Map([['a', { b: 1 }]]),
      absent: { a: undefined }
    };
    await put(values);
    expect(asJson(await valuesOf(anew()))).toEqual(asJson(values));
    expect((await valuesOf(anew())).map).toEqual(values.map);
    expect((await valuesOf(anew())).bytes).toEqual(values.bytes);
  });

  it('writes a message again once LangGraph has given it an id', async () => {
    const message = new HumanMessage('Hello.');
    await saver.putWrites(
      { configurable: { thread_id: 't', checkpoint_id: '1' } },
      [['messages', [message]]],
      'task'
    );
    // The reducer does the same.
    message.id = 'given';
    message.lc_kwargs.id = 'given';
    await put({ messages: [message] });
    expect((await valuesOf(anew())).messages[0].id).toBe('given');
  });

  it('keeps the first answer of a task, and the last of its interrupts', async () => {
    const config = { configurable: { thread_id: 't', checkpoint_id: '1' } };
    const write = (value: string): Promise<void> =>
      saver.putWrites(
        config,
        [
          ['answer', value],
          ['__interrupt__', value]
        ],
        'task'
      );
    await put({ a: 1 }, { versions: { a: 1 } });
    await write('first');
    await Promise.all([write('second'), write('third')]);
    const rows = await idbOf(database).getAll('writes');
    expect(rows.map(({ channel, value }) => [channel, value]).sort()).toEqual([
      ['__interrupt__', '"third"'],
      ['answer', '"first"']
    ]);
  });

  it('starts afresh in a thread that another tab has deleted', async () => {
    const messages = people(20);
    database.setFence('t', 1);
    await put({ messages });
    await anew().deleteThread('t');
    database.setFence('t', 2);
    await put({ messages: [...messages, ...people(1, 20)] });
    expect(asJson((await valuesOf(anew())).messages)).toEqual(
      asJson(people(21))
    );
  });

  it('never gives two checkpoints that follow the same one the same version', () => {
    const next = Array.from({ length: 50 }, () => saver.getNextVersion(3));
    expect(new Set(next).size).toBe(50);
    next.forEach(version => {
      expect(version).toBeGreaterThan(3);
      expect(saver.getNextVersion(version)).toBeGreaterThan(version);
    });
  });
});

describe('outlines of checkpoints', () => {
  const script = [
    ...Array.from({ length: 12 }, (_, at) => look(`call-${at}`)),
    { text: 'Seen.' }
  ];

  async function outlines(by = saver, from?: string) {
    const all = [];
    for await (const outline of by.outlines(main, from)) {
      all.push(outline);
    }
    return all;
  }

  it('tell the same as the checkpoints themselves, newest first', async () => {
    await agentOf(saver, [...script]).run(say('Look.'), 't');
    const whole = [];
    for await (const tuple of saver.list({
      configurable: { thread_id: 't', checkpoint_ns: '' }
    })) {
      const { id, ts, channel_values: values } = tuple.checkpoint;
      whole.push({
        id,
        ts,
        parentId: tuple.parentConfig?.configurable?.checkpoint_id ?? null,
        messages: asJson(values.messages ?? []),
        channels: Object.entries(values)
          .filter(([, value]) => !Array.isArray(value) || value.length > 0)
          .map(([name]) => name)
          .sort()
      });
    }
    for (const by of [saver, anew()]) {
      const reported = await outlines(by);
      expect(
        reported.map(each => ({
          ...each,
          messages: asJson(each.messages),
          channels: [...each.channels].sort()
        }))
      ).toEqual(whole);
    }
    expect(whole.length).toBeGreaterThan(30);
  });

  it('begin at the one that is known, and leave other branches out', async () => {
    const first = await put({ messages: people(1) });
    const second = await put({ messages: people(12) }, { after: first });
    await saver.fork(main, second, other);
    const third = await put({ messages: people(13) }, { after: second });
    expect((await outlines(saver, second)).map(({ id }) => id)).toEqual([
      third,
      second
    ]);
  });

  it('say where a message is gone', async () => {
    await put({ messages: people(12) });
    await idbOf(database).clear('messages');
    await expect(outlines(anew())).rejects.toThrow(ThreadError);
  });
});

describe('a branch', () => {
  it('begins at an earlier checkpoint, with the same messages and no writes', async () => {
    const messages = people(20);
    const early = await put({ messages, todos: 'early' });
    await saver.putWrites(
      { configurable: { thread_id: 't', checkpoint_id: early } },
      [['todos', 'never']],
      'task'
    );
    await put({ messages: people(30), todos: 'late' }, { after: early });
    const count = await idbOf(database).count('messages');
    await saver.fork(main, early, other);
    const tuple = await anew().getTuple({ configurable: { thread_id: 't#b' } });
    expect(tuple?.checkpoint.id).toBe(early);
    expect(tuple?.parentConfig).toBeUndefined();
    expect(tuple?.pendingWrites).toEqual([]);
    expect(tuple?.checkpoint.channel_values.todos).toBe('early');
    expect(asJson(tuple?.checkpoint.channel_values.messages)).toEqual(
      asJson(messages)
    );
    expect(await idbOf(database).count('messages')).toBe(count);
    expect((await valuesOf()).todos).toBe('late');
  });

  it('says so where its beginning is gone', async () => {
    await expect(saver.fork(main, 'gone', other)).rejects.toThrow(ThreadError);
  });

  it('is deleted alone', async () => {
    const id = await put({ messages: people(12) });
    await saver.fork(main, id, other);
    await saver.deleteThread('t#b');
    expect((await valuesOf(anew())).messages).toHaveLength(12);
    expect(
      await saver.getTuple({ configurable: { thread_id: 't#b' } })
    ).toBeUndefined();
  });
});

describe('what cannot be kept or read', () => {
  it('is refused to a tab that has lost the thread', async () => {
    database.setFence('t', 1);
    await idbOf(database).put('fences', 2, 't');
    await expect(put({ a: 1 })).rejects.toMatchObject({ name: 'FencedError' });
  });

  const damage: [string, () => Promise<unknown>][] = [
    [
      'a message is gone',
      async () => {
        const [key] = await idbOf(database).getAllKeys('messages');
        await idbOf(database).delete('messages', key);
      }
    ],
    [
      'a message is none',
      async () => {
        const [key] = await idbOf(database).getAllKeys('messages');
        await idbOf(database).put('messages', '{"a":1}', key);
      }
    ],
    [
      'a list is none',
      async () => {
        const [key] = await idbOf(database).getAllKeys('values');
        await idbOf(database).put('values', '{"$messages":7}', key);
      }
    ],
    [
      'a checkpoint is none',
      async () => {
        const [key] = await idbOf(database).getAllKeys('checkpoints');
        await idbOf(database).put('checkpoints', {} as never, key);
      }
    ],
    [
      'a checkpoint is another',
      async () => {
        const [key] = await idbOf(database).getAllKeys('checkpoints');
        const row = await idbOf(database).get('checkpoints', key);
        await idbOf(database).put(
          'checkpoints',
          { ...row!, checkpoint: '{"id":"x"}' },
          key
        );
      }
    ],
    [
      'a value is none',
      async () => {
        const [key] = await idbOf(database).getAllKeys('values');
        await idbOf(database).put('values', 'damaged' as never, key);
      }
    ]
  ];

  it.each(damage)('is said in a sentence: %s', async (_what, act) => {
    await put({ messages: people(12), text: 'x'.repeat(5000) });
    await act();
    const failure = await anew()
      .getTuple({ configurable: { thread_id: 't' } })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ThreadError);
    expect((failure as Error).message).toContain('could not be read');
    expect((failure as Error).cause).toBeDefined();
    expect((failure as ThreadError).damaged).toBe(true);
    const listing = anew().list({ configurable: { thread_id: 't' } });
    await expect(listing.next()).rejects.toThrow(ThreadError);
  });

  it('is reported where it is the newest, which a thread goes on from', async () => {
    const reported: [string, unknown][] = [];
    const reader = (): IndexedDBSaver =>
      new IndexedDBSaver(database, undefined, (...damage) =>
        reported.push(damage)
      );
    const first = await put({ messages: people(12) }, { thread: 't#b' });
    const second = await put(
      { messages: people(3) },
      { thread: 't#b', after: first }
    );
    await idbOf(database).put('checkpoints', {} as never, ['t#b', '', first]);
    expect((await valuesOf(reader(), 't#b')).messages).toHaveLength(3);
    await expect(valuesOf(reader(), 't#b', first)).rejects.toThrow(ThreadError);
    expect(reported).toEqual([]);
    await idbOf(database).put('checkpoints', {} as never, ['t#b', '', second]);
    await expect(valuesOf(reader(), 't#b')).rejects.toThrow(ThreadError);
    expect(reported).toEqual([['t', expect.any(Error)]]);
  });

  it('is no damage where the browser itself failed, or the page is going', async () => {
    await put({ messages: people(1) });
    const reported: unknown[] = [];
    const reader = new IndexedDBSaver(database, undefined, (...damage) =>
      reported.push(damage)
    );
    for (const name of ['UnknownError', 'AbortError']) {
      jest
        .spyOn(IDBObjectStore.prototype, 'openCursor')
        .mockImplementationOnce(() => {
          throw new DOMException('once', name);
        });
      const failure = await valuesOf(reader).catch((error: unknown) => error);
      expect(isDamagedError(failure)).toBe(false);
    }
    expect(reported).toEqual([]);
    expect((await valuesOf(reader)).messages).toHaveLength(1);
  });
});
