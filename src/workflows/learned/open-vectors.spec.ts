import 'fake-indexeddb/auto';

import {
  DEMO_CHOICE,
  ENGLISH,
  type IModelChoice,
  type IModelProvider
} from '../../contract';
import { scriptedProvider } from '../../engine/stories/harness';
import { HybridIndex, SearchIndex } from '../../search';
import { FakeEmbeddings } from '../../testing/search/fake-embeddings';
import { openVectors } from './open-vectors';

const CHOICE: IModelChoice = {
  ...DEMO_CHOICE,
  provider: 'mine',
  model: 'large',
  baseUrl: 'https://models.test/v1'
};

let created = 0;
let embeddings: FakeEmbeddings;
let asked: { choice: IModelChoice; key: string | undefined }[];
let choice: IModelChoice;
let settings: { meaning: boolean; model: string };
let disclosed: boolean;
let mine: Partial<IModelProvider>;
/** Called while providers are loaded. */
let meanwhile: () => void;

beforeEach(() => {
  embeddings = new FakeEmbeddings(['issue bug', 'plot chart']);
  asked = [];
  choice = CHOICE;
  settings = { meaning: true, model: '' };
  disclosed = true;
  meanwhile = () => undefined;
  mine = {
    embeddingModel: 'usual',
    makeEmbeddings: async (for_, key) => {
      asked.push({ choice: for_, key });
      return embeddings;
    }
  };
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** Searches two tools. */
async function search(): Promise<{ near: boolean; trouble: unknown }> {
  const vectors = openVectors({
    owner: ['http://localhost/', `person ${created++}`],
    settings: () => settings,
    model: () => ({ choice, key: 'sk-1' }),
    disclosed: () => disclosed,
    providers: async () => {
      meanwhile();
      return [
        {
          ...scriptedProvider({ create: () => Promise.reject(new Error()) }),
          id: 'mine',
          ...mine
        } as IModelProvider
      ];
    },
    trans: ENGLISH
  });
  const index = new HybridIndex(new SearchIndex({ weights: { text: 1 } }), {
    vectors,
    kind: 'tool',
    textOf: of => of.fields.text
  });
  index.put({ id: 'a', fields: { text: 'create an issue' } });
  index.put({ id: 'b', fields: { text: 'draw a plot' } });
  const [hit] = await index.search('a bug', { limit: 1 });
  return { near: hit?.near === true, trouble: vectors.takeTrouble() };
}

describe('vectors of texts', () => {
  it('go to the model that was told of, where another was chosen a moment before', async () => {
    meanwhile = () => (choice = { ...CHOICE, baseUrl: 'https://new.test/v1' });
    await search();
    expect(asked.map(({ choice: { baseUrl } }) => baseUrl)).toEqual(
      asked.map(() => 'https://new.test/v1')
    );
    expect(asked.length).toBeGreaterThan(0);
  });

  it('are made by the chosen provider, of a registered one too, with its usual model', async () => {
    expect(await search()).toEqual({ near: true, trouble: null });
    expect(asked[0]).toEqual({
      choice: { ...CHOICE, model: 'usual' },
      key: 'sk-1'
    });
  });

  it('are made with the model that the person names', async () => {
    settings.model = 'other';
    await search();
    expect(asked[0].choice.model).toBe('other');
  });

  it.each<[string, () => void]>([
    ['it is off', () => (settings.meaning = false)],
    ['the person was not told of it', () => (disclosed = false)],
    ['the model is the demo', () => (choice = DEMO_CHOICE)]
  ])('are not made where %s, and nothing is sent or said', async (_, make) => {
    make();
    expect(await search()).toEqual({ near: false, trouble: null });
    expect(asked).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    [
      'a provider that makes none',
      () => delete mine.makeEmbeddings,
      'The provider of this model cannot compare texts by meaning.'
    ],
    [
      'a server whose models nobody knows',
      () => delete mine.embeddingModel,
      'Enter its name in the settings'
    ]
  ])('are not made of %s, which is said', async (_, make, words) => {
    make();
    const { near, trouble } = await search();
    expect(near).toBe(false);
    expect(String(trouble)).toContain(words);
  });
});
