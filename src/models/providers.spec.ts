import { ENGLISH } from '../contract';
import { abilitiesOf, provider, providerById, providers } from '.';
import { modelChoice } from './stories/model-choice';

const IDS = [
  'openai',
  'openai-responses',
  'anthropic',
  'google',
  'compatible',
  'ollama',
  'chrome'
];

describe('the registry of models', () => {
  it('has every provider', () => {
    expect(providers.map(({ id }) => id)).toEqual(IDS);
  });

  it('says which providers there are when it is asked for another', () => {
    expect(() => provider('none')).toThrow(`Known: ${IDS.join(', ')}`);
    expect(() => providerById([providers[0]], 'ollama')).toThrow(
      'Known: openai'
    );
  });

  it.each(
    providers.flatMap(each =>
      each.info(ENGLISH).models.map(model => [each.id, model] as const)
    )
  )('knows what %s’s model %s reads at once and can do', (id, model) => {
    expect(model).toMatch(/^\S+$/);
    const known = provider(id).abilities(modelChoice({ provider: id, model }));
    expect(known).toEqual({
      images: expect.any(Boolean),
      contextWindow: expect.any(Number),
      tools: true,
      parallelCalls: expect.any(Boolean)
    });
    expect(known.contextWindow).toBeGreaterThan(8_000);
    // Recognised by its name, not treated like an unknown model.
    const unknown = modelChoice({
      provider: 'compatible',
      model: 'unheard-of'
    });
    expect(provider('compatible').abilities(unknown).contextWindow).toBeNull();
    expect(
      abilitiesOf(modelChoice({ provider: 'compatible', model })).contextWindow
    ).toBeGreaterThan(8_000);
  });

  it.each(providers.map(each => [each.id, each] as const))(
    'names each model of %s once, and some where it is not up to the person',
    (id, each) => {
      const { models } = each.info(ENGLISH);
      expect(new Set(models).size).toBe(models.length);
      expect(models.length > 0).toBe(!['compatible', 'chrome'].includes(id));
    }
  );

  it('names a model as the model line shows it', () => {
    for (const id of IDS.slice(0, -1)) {
      const choice = modelChoice({ provider: id, model: 'm' });
      expect(provider(id).label(choice, ENGLISH)).toBe('m');
      expect(provider(id).label({ ...choice, model: '' }, ENGLISH)).toBe(
        'No model chosen'
      );
    }
  });

  it('names the host that is asked, and none where nothing leaves the page', () => {
    const hosts = IDS.map(id =>
      provider(id).host(modelChoice({ provider: id }))
    );
    expect(hosts).toEqual([
      'api.openai.com',
      'api.openai.com',
      'api.anthropic.com',
      'generativelanguage.googleapis.com',
      '',
      'localhost:11434',
      ''
    ]);
    const own = modelChoice({ baseUrl: 'http://gpu.example.org:8000/v1' });
    expect(provider('compatible').host(own)).toBe('gpu.example.org:8000');
    expect(provider('compatible').host({ ...own, baseUrl: 'no' })).toBe('');
  });

  it('nudges those that are known to stall, and no others', () => {
    const stalling = (id: string, model: string): boolean =>
      provider(id).stalls?.(modelChoice({ provider: id, model })) ?? false;
    expect(stalling('google', 'gemini-2.5-flash')).toBe(true);
    expect(stalling('google', 'gemini-2.5-pro')).toBe(false);
    expect(stalling('openai', 'gpt-5-mini')).toBe(false);
  });

  it.each([
    ['openai', 'gpt-5-mini', {}, false],
    ['openai', 'qwen3', {}, false],
    ['openai-responses', 'gpt-5-mini', {}, false],
    ['anthropic', 'claude-opus-4-7', {}, false],
    ['google', 'gemini-2.5-pro', {}, false],
    ['google', 'gemini-2.5-flash', {}, true],
    ['compatible', 'Qwen/Qwen2.5-7B-Instruct', {}, true],
    ['compatible', 'Qwen/Qwen2.5-7B-Instruct', { callsInText: 'off' }, false],
    ['compatible', 'openai/gpt-5-mini', {}, false],
    ['compatible', 'something-new', {}, false],
    ['compatible', 'something-new', { callsInText: 'on' }, true],
    // Known not to support native calls.
    ['compatible', 'codellama', {}, true],
    ['ollama', 'gpt-oss', {}, true],
    ['anthropic', 'MiniMax-M2.5', {}, true],
    ['ollama', 'llama3.3', {}, true],
    ['ollama', 'llama3.3', { callsInText: 'off' }, false],
    ['chrome', '', {}, true]
  ])(
    'reads calls in the text of %s, %s, %j: %s',
    (id, model, options, expected) => {
      const choice = modelChoice({ provider: id, model, options });
      expect(provider(id).callsInText?.(choice) ?? false).toBe(expected);
    }
  );

  it('tells Gemini 2.5 Flash, and only it, to call and not to write calls', () => {
    const addition = (model: string): string =>
      provider('google').promptAddition?.(modelChoice({ model })) ?? '';
    expect(addition('gemini-2.5-flash')).toContain('never written as JSON');
    expect(addition('gemini-2.5-pro')).toBe('');
  });
});
