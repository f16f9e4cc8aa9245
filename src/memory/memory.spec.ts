import 'fake-indexeddb/auto';

import {
  DEFAULT_SETTINGS,
  hashText,
  type IMemoryObservation,
  type IMemorySettings
} from '../contract';
import {
  openMemoryDatabase,
  type MemoryDatabase
} from '../storage/memory/memory-database';
import { TextVectors } from '../search';
import { VectorDatabase } from '../storage/memory/vector-database';
import { FakeEmbeddings } from '../testing/search/fake-embeddings';
import { Memory } from './memory';

let created = 0;
let owner: string[];
let settings: IMemorySettings;
const opened: MemoryDatabase[] = [];

beforeEach(() => {
  owner = ['http://localhost/', `person ${created++}`];
  settings = { ...DEFAULT_SETTINGS.memory };
});

afterEach(() => {
  opened.splice(0).forEach(db => db.close());
});

async function open() {
  const db = await openMemoryDatabase(owner);
  opened.push(db);
  return new Memory({
    db,
    settings: () => settings,
    privacy: { isDenied: path => /\.env$|^id_rsa/.test(path) }
  });
}

/** A memory that also compares by meaning. */
async function comparing(embeddings: FakeEmbeddings): Promise<{
  memory: Memory;
  stored: VectorDatabase;
}> {
  const db = await openMemoryDatabase(owner);
  opened.push(db);
  const retained = new VectorDatabase({ owner });
  const vectors = new TextVectors({
    source: async () => ({
      id: 'one',
      embed: texts => embeddings.embedDocuments(texts)
    }),
    store: retained
  });
  const memory = new Memory({
    db,
    settings: () => settings,
    privacy: { isDenied: () => false },
    vectors
  });
  return { memory, stored: retained };
}

type Of<K> = Partial<Extract<IMemoryObservation, { kind: K }>>;
const clarified = (id: string, more: Of<'clarification'> = {}) =>
  ({
    kind: 'clarification',
    id,
    domain: '',
    typed: '',
    time: 1,
    task: 'Clean the table of penguins',
    answers: [{ question: 'Which column?', answer: 'species' }],
    before: 0.4,
    after: 0.8,
    reused: false,
    success: true,
    ...more
  }) satisfies IMemoryObservation;
const called = (id: string, more: Of<'tool'> = {}) =>
  ({
    kind: 'tool',
    id,
    domain: '',
    typed: '',
    time: 1,
    step: 'Load the file',
    tool: 'read_file',
    success: true,
    ms: 10,
    arguments: {},
    ...more
  }) satisfies IMemoryObservation;

const collect = (memory: Memory, ...seen: IMemoryObservation[]): void =>
  memory.collect(seen, () => true);

async function learn(
  memory: Memory,
  ...seen: IMemoryObservation[]
): Promise<void> {
  collect(memory, ...seen);
  await memory.settled();
}

async function taught(...seen: IMemoryObservation[]): Promise<Memory> {
  const memory = await open();
  await learn(memory, ...seen);
  return memory;
}

describe('what was learned', () => {
  it('is one entry for what is alike, counted', async () => {
    const memory = await taught(
      clarified('1'),
      clarified('2', { task: 'clean penguins table', after: 0.6 }),
      clarified('3', { task: 'Cleaning the Tables of Penguins please' }),
      clarified('4', { task: 'Train a model', success: false })
    );
    const list = await memory.list('clarification');
    expect(list.map(({ uses }) => uses).sort()).toEqual([1, 3]);
    const [hit] = await memory.search('clarification', 'clean penguins', 5);
    expect(hit.entry).toMatchObject({ uses: 3, successes: 3, failures: 0 });
    expect(hit.entry.after).toBeCloseTo((0.8 + 0.6 + 0.8) / 3);
  });

  it('holds of each kind what was counted of it', async () => {
    const of = (id: string) => ({ id, domain: 'python', typed: '', time: 1 });
    const planned = (id: string, edited: boolean, success: boolean) => ({
      ...of(id),
      kind: 'plan' as const,
      task: 'Clean the table',
      steps: [{ title: success ? 'Load' : 'Guess', tools: ['read_file'] }],
      edited,
      success
    });
    const decided = (
      id: string,
      decision: 'accept' | 'edit' | 'skip',
      ms: number
    ) => ({
      ...of(id),
      typed: 'Only 50 rows of b.csv',
      kind: 'behaviour' as const,
      situation: 'reading step Load',
      decision,
      words: decision === 'edit' ? 'Only 50 rows of b.csv, “Acme”' : '',
      ms,
      versions: { read_file: id }
    });
    const worked = (id: string, success: boolean) => ({
      ...of(id),
      kind: 'workflow' as const,
      category: 'cleaning',
      steps: [success ? 'Load' : 'Guess'],
      tools: [success ? 'read_file' : 'jupyter_cell'],
      success
    });
    const memory = await taught(
      planned('1', false, false),
      planned('2', true, true),
      planned('3', false, false),
      called('1', { ms: 10, arguments: { path: 'a' } }),
      called('2', { ms: 30, success: false, arguments: { path: 1 } }),
      clarified('1', { before: 0.2, after: 0.6 }),
      clarified('2', { before: 0.4, after: 0.8, reused: true }),
      decided('1', 'accept', 1000),
      decided('2', 'edit', 2000),
      decided('3', 'skip', 3000),
      worked('1', true),
      worked('2', false)
    );
    expect(await memory.list('plan')).toMatchObject([
      {
        domain: 'python',
        subject: 'Clean the table',
        uses: 3,
        successes: 1,
        failures: 2,
        // From the observation that succeeded.
        steps: [{ title: 'Load', tools: ['read_file'] }],
        decisions: { accept: 2, edit: 1 }
      }
    ]);
    expect(await memory.list('tool')).toMatchObject([
      {
        subject: 'Load the file',
        tools: ['read_file'],
        successes: 1,
        failures: 1,
        ms: 20,
        // From the call that succeeded, without the value, because nobody typed
        // it.
        shape: { path: { type: 'string' } }
      }
    ]);
    const [clear] = await memory.list('clarification');
    expect(clear).toMatchObject({
      reused: 1,
      answers: [{ question: 'Which column?', answer: 'species' }]
    });
    expect(clear.before).toBeCloseTo(0.3);
    expect(clear.after).toBeCloseTo(0.7);
    expect(await memory.list('behaviour')).toMatchObject([
      {
        subject: 'reading step Load',
        uses: 3,
        decisions: { accept: 1, edit: 1, skip: 1 },
        words: ['Only 50 rows of b.csv, …'],
        ms: 2000,
        versions: { read_file: '3' }
      }
    ]);
    expect(await memory.list('workflow')).toMatchObject([
      {
        subject: 'cleaning',
        steps: [{ title: 'Load' }],
        tools: ['read_file'],
        successes: 1,
        failures: 1
      }
    ]);
  });

  it('counts in its own domain, and in each where it has none', async () => {
    const memory = await taught(
      called('1', { domain: 'python' }),
      called('2', { domain: 'r' }),
      called('3')
    );
    const domains = async (domain?: string): Promise<string[]> =>
      (await memory.search('tool', 'Load the file', 5, domain))
        .map(({ entry }) => entry.domain)
        .sort();
    expect(await domains('python')).toEqual(['', 'python']);
    expect(await domains('r')).toEqual(['', 'r']);
    expect(await domains()).toEqual(['', 'python', 'r']);
  });

  it('that a person gave another subject is not counted for the first one any more', async () => {
    const memory = await taught(clarified('1'));
    const [{ key }] = await memory.list('clarification');
    await memory.edit('clarification', key, { subject: 'Fit a forest' });
    collect(memory, clarified('2'), clarified('3'));
    await learn(memory, clarified('4', { task: 'fit forests' }));
    const list = await memory.list('clarification');
    expect(
      Object.fromEntries(list.map(({ subject, uses }) => [subject, uses]))
    ).toEqual({ 'Fit a forest': 2, 'Clean the table of penguins': 2 });
  });

  it('keeps apart what differs in a number, a tool or a domain', async () => {
    const memory = await taught(
      called('1', { step: 'Show the top 5', typed: 'top 5, top 10' }),
      called('2', { step: 'Show the top 10', typed: 'top 5, top 10' }),
      called('3', { step: 'Show the top 5', tool: 'run_cells', typed: '5' }),
      called('4', { step: 'Show the top 5', domain: 'R', typed: '5' })
    );
    expect(await memory.list('tool')).toHaveLength(4);
  });

  it('counts an observation once, however often it comes', async () => {
    const memory = await taught(clarified('1'), clarified('1'));
    await learn(memory, clarified('1'));
    expect(await memory.list('clarification')).toMatchObject([{ uses: 1 }]);
  });

  it('loses nothing where two tabs learn at once', async () => {
    const [one, other] = [await open(), await open()];
    collect(one, clarified('1'), clarified('2'));
    collect(other, clarified('3'), clarified('4'));
    await Promise.all([one.settled(), other.settled()]);
    await one.settled();
    expect(await other.list('clarification')).toMatchObject([{ uses: 4 }]);
    // What the other tab forgets is no longer found here.
    const [{ entry }] = await one.search('clarification', 'clean penguins', 1);
    await other.forget('clarification', entry.key);
    expect(await one.search('clarification', 'clean penguins', 1)).toEqual([]);
  });

  it('is found by what it means, and a forgotten one leaves no vector', async () => {
    const embeddings = new FakeEmbeddings(['tidy clean mend', 'train learn']);
    const { memory, stored } = await comparing(embeddings);
    await learn(
      memory,
      clarified('1', { task: 'Clean the table of penguins' }),
      clarified('2', { task: 'Train a model' })
    );
    const tidy = await memory.search('clarification', 'tidy up', 1);
    expect(tidy[0].entry.subject).toBe('Clean the table of penguins');
    expect(tidy[0].likeness).toBe(0);
    const hashes = ['Clean the table of penguins', 'Train a model'].map(
      hashText
    );
    const known = async (): Promise<boolean[]> =>
      (await stored.read('memory', 'one', hashes)).map(Boolean);
    expect(await known()).toEqual([true, true]);
    await memory.forget('clarification', tidy[0].entry.key);
    expect(await known()).toEqual([false, true]);
    await memory.forgetAll();
    expect(await known()).toEqual([false, false]);
    stored.close();
  });

  it('is sent to be compared only once it was accepted, where a file says it', async () => {
    const embeddings = new FakeEmbeddings(['tidy clean mend']);
    const taken = await taught(clarified('1'));
    const file = await taken.exportAll();
    owner = [...owner, 'else'];
    const { memory, stored } = await comparing(embeddings);
    await memory.importAll(file);
    await memory.search('clarification', 'tidy up', 5);
    expect(embeddings.asked).toEqual(['tidy up']);
    const [{ key, subject }] = await memory.list('clarification');
    await memory.edit('clarification', key, { accepted: true });
    await memory.search('clarification', 'tidy up', 5);
    expect(embeddings.asked).toEqual(['tidy up', subject]);
    stored.close();
  });

  it('is bounded: least used and oldest go first', async () => {
    settings = { ...settings, most: 2 };
    const day = 24 * 60 * 60 * 1000;
    const memory = await taught(
      called('1', { step: 'alpha', time: day }),
      called('2', { step: 'alpha', time: day }),
      called('3', { step: 'beta', time: 2 * day }),
      called('4', { step: 'gamma', time: 3 * day })
    );
    const stored = (await memory.list('tool')).map(({ subject }) => subject);
    expect(stored.sort()).toEqual(['alpha', 'gamma']);
    expect(await memory.search('tool', 'beta', 3)).toEqual([]);
  });

  it('holds no value that the person did not type, in no place', async () => {
    await taught(
      called('1', {
        typed: 'read penguins.csv and .env',
        step: 'Read “Secret Value” of 129.99 from penguins.csv, id_rsa and .env',
        arguments: { path: 'penguins.csv', other: '.env', code: 'x = 4711' }
      })
    );
    const [db] = opened;
    const [stored] = await db.getAll('items');
    expect(stored.value).toMatchObject({
      subject: 'Read … of … from penguins.csv, … and …',
      shape: {
        path: { type: 'string', value: 'penguins.csv' },
        other: { type: 'string' },
        code: { type: 'string' }
      }
    });
    expect(JSON.stringify(stored)).not.toMatch(/Secret|129|4711|env"/);
  });

  it('off by its switch: nothing searched, nothing collected', async () => {
    const memory = await taught(clarified('1'), called('2'));
    settings = { ...settings, off: ['tool'] };
    expect(await memory.search('tool', 'Load the file', 1)).toEqual([]);
    expect(
      await memory.search('clarification', 'clean penguins', 1)
    ).toHaveLength(1);
    settings = { ...settings, on: false };
    await learn(memory, clarified('3'), called('4'));
    expect(await memory.search('clarification', 'clean penguins', 1)).toEqual(
      []
    );
    expect(await memory.list('clarification')).toMatchObject([{ uses: 1 }]);
  });

  it('from a file is shown, and applied only once it is accepted', async () => {
    const text = await (await taught(clarified('1'))).exportAll();
    owner = [...owner, 'another'];
    const memory = await open();
    expect(await memory.importAll('{}')).toBeNull();
    expect(
      await memory.importAll(text.replace('"entries": [', '"entries": [{},'))
    ).toEqual({ taken: 1, unread: 1 });
    expect(await memory.importAll(text)).toEqual({ taken: 0, unread: 0 });
    const [entry] = await memory.list('clarification');
    expect(entry).toMatchObject({ origin: 'file', accepted: false });
    const find = () => memory.search('clarification', 'clean penguins', 1);
    expect(await find()).toEqual([]);
    await memory.edit('clarification', entry.key, { accepted: true });
    expect(await find()).toHaveLength(1);
    await memory.edit('clarification', entry.key, { accepted: false });
    await learn(memory, clarified('own'));
    expect((await find())[0].entry).toMatchObject({ origin: 'here', uses: 1 });
  });

  it('from a file pushes out nothing that was learned here, whatever it says', async () => {
    const text = await (
      await taught(
        clarified('1', { task: 'Sort the numbers of a warehouse' }),
        called('2', { step: 'Draw a map of rivers' }),
        called('3', { step: 'Publish an atlas' })
      )
    ).exportAll();
    const boasting = text
      .replaceAll(/"usedAt": \d+/g, '"usedAt": 9000000000000000')
      .replaceAll(/"uses": \d+/g, '"uses": 1000000');
    owner = [...owner, 'another'];
    settings = { ...settings, most: 2 };
    const memory = await taught(clarified('own'));
    expect(await memory.importAll(boasting)).toMatchObject({ unread: 0 });
    expect(await memory.list('clarification')).toContainEqual(
      expect.objectContaining({ origin: 'here' })
    );
  });

  it('is forgotten altogether, what waits included', async () => {
    const memory = await taught(clarified('1'), called('2'));
    collect(memory, called('3'));
    await memory.forgetAll();
    expect(JSON.parse(await memory.exportAll()).entries).toEqual([]);
  });

  it('is another for each person and server', async () => {
    await taught(clarified('1'));
    owner = ['http://other/', owner[1]];
    expect(await (await open()).list('clarification')).toEqual([]);
  });
});
