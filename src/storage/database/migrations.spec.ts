import 'fake-indexeddb/auto';

import { ENGLISH } from '../../contract';
import { IndexedDBSaver } from '../checkpoints/indexed-db-saver';
import { ThreadDatabase } from './thread-database';
import { DurableImages } from '../images/durable-images';
import { DurableJournal } from '../journal/durable-journal';
import { MIGRATIONS, type Migration } from './migrations';
import { DurableThreads } from '../threads/durable-threads';
import { agentOf, look, say } from '../stories/agent-of';

const AT = { threadId: 't', branch: '' };

let name: string;
let made = 0;
const opened: ThreadDatabase[] = [];

beforeEach(() => {
  name = `migrations ${made++}`;
});

afterEach(() => {
  jest.restoreAllMocks();
  opened.splice(0).forEach(database => database.close());
});

async function open(migrations = MIGRATIONS): Promise<ThreadDatabase> {
  const database = await ThreadDatabase.open(
    name,
    { onReplaced: () => undefined },
    migrations
  );
  opened.push(database);
  return database;
}

const partsOf = (database: ThreadDatabase) => ({
  journal: new DurableJournal(database, { trans: ENGLISH }),
  threads: new DurableThreads({ database, trans: ENGLISH, channel: null }),
  images: new DurableImages(database, { trans: ENGLISH }),
  saver: new IndexedDBSaver(database)
});

/** Creates a conversation with data in every store a page writes to. */
async function converse(database: ThreadDatabase): Promise<string> {
  const { journal, threads, images, saver } = partsOf(database);
  await threads.create('t', 'a.ipynb');
  await threads.rename('t', 'Penguins');
  await journal.show(AT, {
    threadId: 't',
    time: 1,
    type: 'user-message',
    messageId: 'm',
    text: 'Long. '.repeat(1000)
  });
  await journal.decide(AT, {
    callId: 'c',
    decision: { type: 'approve' },
    hash: 'h',
    by: 'person',
    time: 2
  });
  await journal.intend(AT, {
    callId: 'c',
    runId: 'r',
    tool: 'jupyter_cell',
    notebook: 'a.ipynb',
    hash: 'h',
    time: 3
  });
  await journal.remember(AT, { told: 'a.ipynb' });
  await agentOf(saver, [look('one'), { text: 'Seen.' }]).run(say('Look.'), 't');
  return images.put('t', {
    mimeType: 'image/png',
    data: 'AAAA',
    width: 1,
    height: 1
  });
}

/** Every record, by store and key. */
async function contents(
  { db }: ThreadDatabase,
  stores: readonly string[] = [...db.objectStoreNames]
): Promise<unknown> {
  return Promise.all(
    stores.map(async store => [
      store,
      await db.getAllKeys(store as 'threads'),
      await db.getAll(store as 'threads')
    ])
  );
}

/**
 * What a future version might do: another store, an index, a change to every
 * record of one type.
 */
const toSecond: Migration = async (db, tx) => {
  db.createObjectStore('notes' as 'facts');
  const threads = tx.objectStore('threads');
  threads.createIndex('pinned' as 'notebook', 'pinned');
  for (
    let cursor = await threads.openCursor();
    cursor;
    cursor = await cursor.continue()
  ) {
    await cursor.update({ ...cursor.value, title: `${cursor.value.title}!` });
  }
};

describe('a database of an earlier version', () => {
  it('1 gets a place for what tabs ask of each other, and keeps all it has', async () => {
    const first = await open(MIGRATIONS.slice(0, 1));
    await converse(first);
    const kept = [...first.db.objectStoreNames];
    expect(kept).not.toContain('asks');
    const before = await contents(first, kept);
    first.close();
    const second = await open();
    expect([...second.db.objectStoreNames]).toContain('asks');
    expect(await contents(second, kept)).toEqual(before);
  });

  it('is brought to the next one with every record in it', async () => {
    const first = await open();
    expect(first.db.version).toBe(MIGRATIONS.length);
    const image = await converse(first);
    const kept = [...first.db.objectStoreNames].filter(
      store => store !== 'threads'
    );
    const before = await contents(first, kept);
    first.close();

    const second = await open([...MIGRATIONS, toSecond]);
    expect(second.db.version).toBe(MIGRATIONS.length + 1);
    expect(await contents(second, kept)).toEqual(before);
    const { journal, threads, images, saver } = partsOf(second);
    expect(await threads.lastOf('a.ipynb')).toMatchObject({
      id: 't',
      title: 'Penguins!',
      named: true
    });
    expect(await journal.shown(AT)).toMatchObject([
      { text: 'Long. '.repeat(1000) }
    ]);
    expect(await journal.calls(AT)).toMatchObject([
      { callId: 'c', decision: { by: 'person' }, intent: { runId: 'r' } }
    ]);
    expect(await journal.remembered(AT)).toEqual({ told: 'a.ipynb' });
    expect((await images.get('t', image))?.data).toBe('AAAA');
    const goOn = agentOf(saver, [{ text: 'Again.' }]);
    await goOn.run(say('And?'), 't');
    expect(goOn.model.requests[0].map(({ text }) => text)).toEqual([
      'Look.',
      'I look at one.',
      'seen: a',
      'Seen.',
      'And?'
    ]);
    // Its new features exist as well.
    expect([...second.db.objectStoreNames]).toContain('notes');
  });

  it('goes through each version between, once, in order; a new one through all', async () => {
    const done: string[] = [];
    const noting =
      (what: string): Migration =>
      () => {
        done.push(what);
      };
    (await open()).close();
    const later = [...MIGRATIONS, noting('2'), noting('3')];
    (await open(later)).close();
    (await open(later)).close();
    expect(done).toEqual(['2', '3']);
    name = `${name} anew`;
    const anew = await open([...MIGRATIONS, toSecond, noting('3 anew')]);
    expect(done).toEqual(['2', '3', '3 anew']);
    await converse(anew);
  });

  it('stays as it was where it cannot be brought there', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation();
    const first = await open();
    await converse(first);
    const before = await contents(first);
    first.close();
    const failing: Migration = async (db, tx) => {
      await toSecond(db, tx);
      await tx.objectStore('events').clear();
      throw new Error('A defect.');
    };
    await expect(open([...MIGRATIONS, failing])).rejects.toMatchObject({
      name: 'AbortError'
    });
    expect(error.mock.calls[0][1].error.message).toBe('A defect.');
    const again = await open();
    expect(again.db.version).toBe(MIGRATIONS.length);
    expect(await contents(again)).toEqual(before);
  });
});
