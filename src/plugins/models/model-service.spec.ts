import {
  type IKeyVault,
  type IModelChoice,
  type IModelProvider,
  DEMO_CHOICE,
  ENGLISH,
  ModelFault
} from '../../contract';
import { fakeProviderInfo } from '../../testing/fake-model-service';
import { ModelService } from './model-service';
import { settingsFromChoice } from '../settings/choice-in-settings';
import { RememberedKeys } from '../keys/remembered-keys';
import { SettingsStore } from '../settings/settings-store';
import { FakeSettingsServer } from '../stories/fake-settings';

const CHOICE: IModelChoice = {
  ...DEMO_CHOICE,
  provider: 'openai',
  model: 'gpt-5-mini',
  baseUrl: 'https://api.openai.com/v1',
  temperature: 0.2,
  images: true,
  options: { api: 'responses' },
  prices: { input: 0.25, output: 2 }
};

const provider: IModelProvider = {
  id: 'openai',
  info: () => fakeProviderInfo(),
  label: ({ model }) => `OpenAI ${model}`,
  abilities: () => ({
    images: true,
    contextWindow: 400_000,
    tools: true,
    parallelCalls: true
  }),
  host: ({ baseUrl }) => (baseUrl ? new URL(baseUrl).host : ''),
  images: 'after-answers',
  create: async () => ({}),
  list: async (_, key) => [`with ${key}`]
};

class FakeVault implements IKeyVault {
  stored: Record<string, string> = {};
  load = async () => ({ ...this.stored });
  save = async (place: string, key: string) => {
    this.stored[place] = key;
  };

  forget = async (place: string) => {
    delete this.stored[place];
  };
}

describe('ModelService', () => {
  let server: FakeSettingsServer;
  let vault: FakeVault;
  let openVault: jest.Mock;
  let loadProviders: jest.Mock;
  let loadModels: jest.Mock;
  let service: ModelService;

  const make = async (): Promise<ModelService> => {
    const created = new ModelService({
      store: await SettingsStore.open(server, ENGLISH),
      keys: new RememberedKeys(
        { remembering: { ok: true }, open: openVault },
        () => undefined
      ),
      trans: ENGLISH,
      loadProviders,
      loadModels
    });
    await created.ready;
    return created;
  };

  beforeEach(async () => {
    server = new FakeSettingsServer();
    vault = new FakeVault();
    openVault = jest.fn(async () => vault);
    loadProviders = jest.fn(async () => [provider]);
    loadModels = jest.fn(async () => ({
      explainFault: () => ({ code: 'wrong-key' }),
      testConnection: async (
        { id }: IModelProvider,
        { model }: IModelChoice,
        key?: string
      ) => ({ text: `${id} ${model} ${key} answered.`, checks: [] })
    }));
    service = await make();
  });

  it('is the demo until a model is chosen, and loads nothing for it', () => {
    expect(service.isDemo).toBe(true);
    expect(service.choice).toEqual(DEMO_CHOICE);
    expect(service.label).toBe('Demo (scripted)');
    expect(service.recipient).toBeNull();
    expect(loadProviders).not.toHaveBeenCalled();
    expect(openVault).not.toHaveBeenCalled();
  });

  it('keeps the choice with its options and prices, also over a reload', async () => {
    await service.choose(CHOICE);
    expect(service.choice).toEqual(CHOICE);
    server = new FakeSettingsServer(server.raw);
    expect((await make()).choice).toEqual(CHOICE);
  });

  it('knows label and abilities from the provider once it is chosen', async () => {
    await service.choose(CHOICE);
    expect(service.label).toBe('OpenAI gpt-5-mini');
    expect(service.abilities.contextWindow).toBe(400_000);
    expect(loadModels).not.toHaveBeenCalled();
  });

  it('follows the settings when they are edited, and tells it', async () => {
    const changed = jest.fn();
    const end = service.onChange(changed);
    await server.edit('model', { provider: 'openai', model: 'other' });
    expect(service.choice.model).toBe('other');
    expect(changed).toHaveBeenCalled();
    await server.edit('fallback', settingsFromChoice(CHOICE));
    expect(service.fallback).toEqual(CHOICE);
    end();
  });

  it('offers every provider that is registered', async () => {
    expect(await service.providers()).toEqual([fakeProviderInfo()]);
  });

  it('asks the endpoint with the key that was given for it, and no other', async () => {
    service.setKey(CHOICE, ' sk-1 ');
    for (const [baseUrl, key] of [
      [`${CHOICE.baseUrl}/`, 'sk-1'],
      ['https://evil.example', 'undefined']
    ]) {
      expect(await service.list({ ...CHOICE, baseUrl })).toEqual([
        `with ${key}`
      ]);
    }
    service.setKey(CHOICE, '');
    expect(await service.list(CHOICE)).toEqual(['with undefined']);
  });

  it('tests a connection with the key, and says what was found', async () => {
    service.setKey(CHOICE, 'sk-1');
    const { signal } = new AbortController();
    expect(await service.test(CHOICE, signal)).toEqual({
      text: 'openai gpt-5-mini sk-1 answered.',
      checks: []
    });
  });

  it('passes a fault of a test on, and explains it', async () => {
    const fault = new ModelFault('wrong-key', '401');
    loadModels.mockResolvedValue({
      explainFault: () => ({ code: 'wrong-key' }),
      testConnection: () => Promise.reject(fault)
    });
    const { signal } = new AbortController();
    await expect(service.test(CHOICE, signal)).rejects.toBe(fault);
    expect(service.explain(fault)).toEqual({ code: 'wrong-key' });
  });

  it('has a sentence when the models did not load', () => {
    expect(service.explain(new Error('network'))).toMatchObject({
      code: 'not-loaded',
      retryable: true
    });
  });

  it('names who gets the messages, and remembers per host that the person knows', async () => {
    await service.choose(CHOICE);
    const recipient = { host: 'api.openai.com', model: 'gpt-5-mini' };
    expect(service.recipient).toEqual({ ...recipient, disclosed: false });
    await service.acknowledge();
    expect(service.recipient).toEqual({ ...recipient, disclosed: true });
    expect((await make()).recipient?.disclosed).toBe(true);
    await service.choose({ ...CHOICE, baseUrl: 'http://other:8000/v1' });
    expect(service.recipient).toMatchObject({
      host: 'other:8000',
      disclosed: false
    });
  });

  it('tells of texts that are compared by meaning apart, to who can do it', async () => {
    await service.choose(CHOICE);
    await service.acknowledge();
    expect(service.recipient).toMatchObject({ disclosed: true });
    await server.edit('search', { meaning: true });
    // This provider has no embeddings, so nothing more is sent to it.
    expect(service.recipient).toMatchObject({ disclosed: true });
    expect(service.isToldOfTexts).toBe(false);
    loadProviders.mockResolvedValue([
      { ...provider, makeEmbeddings: async () => ({}) }
    ]);
    service = await make();
    expect(service.recipient).toMatchObject({ disclosed: false, texts: true });
    // The person has been told about the conversation itself.
    expect(service.isTold(CHOICE)).toBe(true);
    expect(service.isToldOfTexts).toBe(false);
    await service.acknowledge();
    expect(service.recipient).toMatchObject({ disclosed: true, texts: true });
    service = await make();
    expect(service.isToldOfTexts).toBe(true);
    await service.choose({ ...CHOICE, baseUrl: 'http://other:8000/v1' });
    expect(service.isToldOfTexts).toBe(false);
  });

  it('names the second model’s recipient apart, and both are told at once', async () => {
    const second = { ...CHOICE, baseUrl: 'http://other:8000/v1' };
    await service.choose(CHOICE);
    await service.acknowledge();
    await server.edit('fallback', settingsFromChoice(second));
    expect(service.recipient?.disclosed).toBe(true);
    expect(service.secondRecipient).toEqual({
      host: 'other:8000',
      model: 'gpt-5-mini',
      disclosed: false
    });
    expect([CHOICE, second].map(each => service.isTold(each))).toEqual([
      true,
      false
    ]);
    await service.acknowledge();
    expect(service.secondRecipient?.disclosed).toBe(true);
    expect(service.isTold(second)).toBe(true);
    expect(server.raw).toContain('other:8000 openai');
    // The demo never fails, so nothing is sent to the second model.
    await service.choose(DEMO_CHOICE);
    expect(service.secondRecipient).toBeNull();
    expect(service.isTold(DEMO_CHOICE)).toBe(true);
  });

  it('has told of a recipient until the page closes where the settings cannot keep it', async () => {
    await service.choose(CHOICE);
    server.down = true;
    await expect(service.acknowledge()).rejects.toThrow();
    expect(service.recipient?.disclosed).toBe(true);
    expect(service.isTold(CHOICE)).toBe(true);
  });

  it('names a recipient even where the provider is not known', async () => {
    loadProviders.mockRejectedValue(new Error('network'));
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await service.choose({ ...CHOICE, baseUrl: '' });
    expect(service.recipient).toMatchObject({
      host: 'openai',
      disclosed: false
    });
    expect(service.isTold(service.choice)).toBe(false);
  });

  it('remembers a key only when asked to, and has it again after a reload', async () => {
    await service.choose(CHOICE);
    service.setKey(CHOICE, 'sk-1');
    await Promise.resolve();
    expect(service.hasKey).toBe(true);
    expect(service.remembers(CHOICE)).toBe(false);
    expect((await make()).hasKey).toBe(false);

    service.setKey(CHOICE, 'sk-2', true);
    await new Promise(resolve => setTimeout(resolve));
    expect(service.remembers(CHOICE)).toBe(true);
    const again = await make();
    expect([again.hasKey, again.remembers(CHOICE)]).toEqual([true, true]);
  });

  it.each([
    ['an empty key', '', true, false],
    ['a key that is not to be remembered', 'sk-2', false, true]
  ])('forgets the remembered one for %s', async (_, key, remember, here) => {
    await service.choose(CHOICE);
    service.setKey(CHOICE, 'sk-1', true);
    await new Promise(resolve => setTimeout(resolve));
    service.setKey(CHOICE, key, remember);
    await new Promise(resolve => setTimeout(resolve));
    expect(vault.stored).toEqual({});
    expect(service.remembers(CHOICE)).toBe(false);
    expect(service.hasKey).toBe(here);
  });
});

describe('RememberedKeys', () => {
  const none = () => Promise.reject(new Error('quota'));
  type Storage = ConstructorParameters<typeof RememberedKeys>[0];

  it.each<[string, () => Partial<Storage>, boolean, number[], number]>([
    [
      'and says where it cannot be kept',
      () => ({ open: none }),
      false,
      [1, 2],
      2
    ],
    [
      'and opens no vault where there can be none',
      () => ({ remembering: { ok: false, why: 'http' } }),
      false,
      [0, 0],
      0
    ]
  ])('uses a key %s', async (_, own, isKept, opened, failures) => {
    const vault = new FakeVault();
    const storage: Storage = {
      remembering: { ok: true },
      open: async () => vault,
      ...own()
    };
    const open = jest.spyOn(storage, 'open');
    const errors: unknown[] = [];
    const keys = new RememberedKeys(storage, error => errors.push(error));
    await keys.load();
    const loading = open.mock.calls.length;
    await keys.set(CHOICE, 'sk-1', true);
    expect(keys.get(CHOICE)).toBe('sk-1');
    expect(keys.remembers(CHOICE)).toBe(isKept);
    expect(Object.values(vault.stored)).toEqual(isKept ? ['sk-1'] : []);
    expect([loading, open.mock.calls.length]).toEqual(opened);
    expect(errors).toHaveLength(failures);
  });

  it('does not put an old key in place of one just typed in', async () => {
    const vault = new FakeVault();
    const page = () =>
      new RememberedKeys(
        { remembering: { ok: true }, open: async () => vault },
        () => undefined
      );
    await page().set(CHOICE, 'sk-old', true);
    const old = { ...vault.stored };
    vault.load = async () => old;
    const keys = page();
    await keys.set(CHOICE, 'sk-new', true);
    await keys.load();
    expect(keys.get(CHOICE)).toBe('sk-new');
  });
});
