import { FakeEmbeddings } from '../testing/search/fake-embeddings';
import { until } from '../testing/until';
import { HybridIndex } from './hybrid-index';
import { SearchIndex, type ISearchHit } from './search-index';
import { TextVectors, type IVectorStore } from './text-vectors';

/** Stores vectors for the duration of a spec. */
class KeptVectors implements IVectorStore {
  readonly rows = new Map<string, Float32Array>();

  async read(
    kind: string,
    source: string,
    hashes: readonly string[]
  ): Promise<(Float32Array | undefined)[]> {
    return hashes.map(hash => this.rows.get([kind, source, hash].join()));
  }

  async write(
    kind: string,
    source: string,
    vectors: ReadonlyMap<string, Float32Array>
  ): Promise<void> {
    vectors.forEach((vector, hash) =>
      this.rows.set([kind, source, hash].join(), vector)
    );
  }

  async keepOnly(): Promise<void> {}
}

const TEXTS: Record<string, string> = {
  mail: 'send a message to a colleague',
  ticket: 'create an issue',
  chart: 'draw a plot of a table',
  query: 'run a statement on the database'
};

let embeddings: FakeEmbeddings;
let store: KeptVectors;
let id: string;
let now: number;

beforeEach(() => {
  embeddings = new FakeEmbeddings([
    'message email mail letter',
    'issue bug ticket defect',
    'plot chart figure graph',
    'database sql statement warehouse'
  ]);
  store = new KeptVectors();
  id = 'openai here small';
  now = 0;
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

function create(
  texts: Record<string, string> = TEXTS,
  { on = true, patience = 60_000 } = {}
): { index: HybridIndex; vectors: TextVectors } {
  const vectors = new TextVectors({
    source: async () =>
      on ? { id, embed: each => embeddings.embedDocuments(each) } : null,
    store,
    now: () => now
  });
  const index = new HybridIndex(new SearchIndex({ weights: { text: 1 } }), {
    vectors,
    kind: 'tool',
    textOf: ({ fields }) => fields.text,
    patience
  });
  Object.entries(texts).forEach(([each, text]) =>
    index.put({ id: each, fields: { text } })
  );
  return { index, vectors };
}

const ids = (hits: readonly ISearchHit[]): string[] => hits.map(({ id }) => id);

describe('an index by words and by meaning', () => {
  it('finds what has none of the words and means the same', async () => {
    const { index } = create();
    const [first] = await index.search('report a bug', { limit: 3 });
    expect(first).toMatchObject({ id: 'ticket', words: 0, near: true });
    const words = create(TEXTS, { on: false });
    expect(await words.index.search('report a bug', { limit: 3 })).toEqual([]);
  });

  it('puts first what is high in both lists', async () => {
    const near: Record<string, number[]> = {
      'post a letter': [1, 0.1],
      'send an email': [1, 0.05],
      'post of a guard': [0, 1]
    };
    embeddings.embedDocuments = async texts =>
      texts.map(text => near[text] ?? [1, 0]);
    const { index } = create({
      guard: 'post of a guard',
      email: 'send an email',
      letter: 'post a letter'
    });
    // By words the guard is as good as the letter; by meaning the email is
    // better.
    expect(ids(await index.search('post', { limit: 3 }))[0]).toBe('letter');
    expect(ids(await index.search('post', { limit: 3 }))).toContain('email');
  });

  it('asks for the question alone once the texts are known, in this page and the next', async () => {
    const first = create();
    await first.index.search('a figure', { limit: 1 });
    expect(embeddings.asked.sort()).toEqual(
      ['a figure', ...Object.values(TEXTS)].sort()
    );
    embeddings.asked.length = 0;
    await first.index.search('a figure', { limit: 1 });
    expect(embeddings.asked).toEqual([]);
    await create().index.search('a graph', { limit: 1 });
    expect(embeddings.asked).toEqual(['a graph']);
  });

  it('sends of a change what changed, and nothing of what went', async () => {
    const { index } = create();
    await index.search('a figure', { limit: 1 });
    embeddings.asked.length = 0;
    index.put({ id: 'ticket', fields: { text: 'close a defect' } });
    index.put({ id: 'chart', fields: { text: TEXTS.chart } });
    index.remove('mail');
    const hits = await index.search('a bug', { limit: 4 });
    expect(embeddings.asked.sort()).toEqual(['a bug', 'close a defect']);
    expect(hits[0].id).toBe('ticket');
    expect(ids(hits)).not.toContain('mail');
  });

  it('compares no vectors of two models', async () => {
    const { index } = create();
    await index.search('a figure', { limit: 1 });
    id = 'openai here large';
    embeddings.asked.length = 0;
    expect((await index.search('a bug', { limit: 1 }))[0].id).toBe('ticket');
    expect(embeddings.asked).toHaveLength(1 + Object.keys(TEXTS).length);
  });

  it('sends many texts in several requests, each cut', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`t${at}`, `text ${at}`])
    );
    const { index } = create({ ...many, long: `plot ${'x'.repeat(5000)}` });
    await index.search('a graph', { limit: 1 });
    expect(embeddings.requests).toBe(1 + 3);
    const lengths = embeddings.asked.map(text => text.length);
    expect(Math.max(...lengths)).toBe(2000);
  });

  it.each<[string, () => void]>([
    [
      'refuses',
      () => {
        embeddings.refuses = new Error('Nobody is there.');
      }
    ],
    [
      'answers with something else',
      () => {
        embeddings.embedDocuments = async () => [[1, Number.NaN]];
      }
    ],
    [
      'answers with too few',
      () => {
        embeddings.embedDocuments = async () => [];
      }
    ]
  ])(
    'goes by the words where the server %s, says so once, and tries again later',
    async (_, spoil) => {
      const asks = embeddings.embedDocuments.bind(embeddings);
      spoil();
      const { index, vectors } = create();
      expect(ids(await index.search('issue', { limit: 3 }))).toEqual([
        'ticket'
      ]);
      expect(vectors.takeTrouble()).toBeInstanceOf(Error);
      expect(vectors.takeTrouble()).toBeNull();
      const { requests } = embeddings;
      await index.search('issue of a bug', { limit: 3 });
      expect(embeddings.requests).toBe(requests);
      now += 3_600_000;
      await index.search('issue of a bug', { limit: 3 });
      // The same problem is not reported twice.
      expect(vectors.takeTrouble()).toBeNull();
      now += 3_600_000;
      embeddings.refuses = null;
      embeddings.embedDocuments = asks;
      const [hit] = await index.search('a bug', { limit: 3 });
      expect(hit).toMatchObject({ id: 'ticket', near: true });
    }
  );

  it('waits no longer than it was told to, and has the vectors the next time', async () => {
    let answer: () => void = () => undefined;
    const late = new Promise<void>(resolve => (answer = resolve));
    embeddings.before = () => late;
    const { index } = create(TEXTS, { patience: 1 });
    expect(ids(await index.search('issue', { limit: 3 }))).toEqual(['ticket']);
    answer();
    await until(() => store.rows.size === Object.keys(TEXTS).length);
    await until(
      async () => (await index.search('a bug', { limit: 1 })).length > 0
    );
    expect((await index.search('a bug', { limit: 1 }))[0].id).toBe('ticket');
  });

  it('tells what is much nearer than the others, where there are enough to tell', async () => {
    const others = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`o${at}`, `text ${at}`])
    );
    const { index } = create({ ...others, ticket: 'an issue' });
    const hits = await index.search('a bug', { limit: 3 });
    expect(hits.map(({ id, clear }) => [id, clear])).toEqual([
      ['ticket', true],
      [expect.any(String), false],
      [expect.any(String), false]
    ]);
    const few = await create().index.search('a bug', { limit: 1 });
    expect(few).toMatchObject([{ id: 'ticket', clear: false }]);
  });

  it('does not take everything for near, however much is asked for', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`t${at}`, `text ${at}`])
    );
    const { index } = create({ ...many, ticket: 'an issue', word: 'a bug' });
    const hits = await index.search('a bug', { limit: 200 });
    expect(ids(hits.slice(0, 2)).sort()).toEqual(['ticket', 'word']);
    expect(hits.length).toBeLessThanOrEqual(11);
  });

  it('finds among those that are asked for only', async () => {
    const { index } = create();
    const hits = await index.search('a bug', {
      limit: 4,
      among: each => each !== 'ticket'
    });
    expect(ids(hits)).not.toContain('ticket');
    expect(hits.length).toBe(3);
  });
});
