import { type IConnectionTest, ModelFault } from '../../../contract';
import { fakeProviderInfo } from '../../../testing/fake-model-service';
import { PanelFixture } from '../../stories/panel-fixture';

let panel: PanelFixture;
const KEY = 'sk-very-secret';

beforeEach(async () => {
  panel = new PanelFixture();
  panel.models.known = [
    panel.models.known[0],
    fakeProviderInfo({
      title: 'OpenAI or compatible',
      key: 'optional',
      presets: [
        {
          id: 'openai',
          title: 'OpenAI',
          baseUrl: 'https://api.openai.com/v1',
          hint: '',
          needsKey: true
        },
        {
          id: 'lmstudio',
          title: 'LM Studio',
          baseUrl: 'http://localhost:1234/v1',
          hint: 'Switch on CORS in its server settings.',
          needsKey: false
        }
      ],
      options: [
        {
          name: 'api',
          title: 'API',
          kind: 'choice',
          values: [
            { value: 'chat', title: 'Chat completions' },
            { value: 'responses', title: 'Responses' }
          ],
          default: 'chat'
        },
        { name: 'seed', title: 'Seed', kind: 'number', default: 0 },
        {
          name: 'think',
          title: 'Think first',
          kind: 'boolean',
          default: false
        },
        { name: 'org', title: 'Organization', kind: 'text', default: '' }
      ],
      models: ['gpt-5-mini']
    }),
    fakeProviderInfo({
      id: 'chrome',
      title: 'Chrome',
      key: 'no',
      address: false,
      missing: 'this browser has no model'
    })
  ];
  await panel.mount();
  await panel.click(panel.get('button', /^Model: /));
  await panel.type(field('Provider'), 'openai', 'change');
});

const field = (label: string) => panel.field(label);

describe('the model’s settings', () => {
  it('take a number digit by digit', async () => {
    const input = field('Temperature') as HTMLInputElement;
    for (const text of ['0', '0.0', '0.05']) {
      await panel.type(input, text);
      expect(input.value).toBe(text);
    }
  });

  it('choose an endpoint, a model and its numbers', async () => {
    await panel.type(field('Base URL'), 'http://localhost:8000/v1/');
    await panel.type(field('Model'), 'qwen');
    await panel.type(field('Temperature'), '0.2');
    await panel.type(field('Context window, in tokens'), '32000');
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.chosen).toEqual([
      {
        provider: 'openai',
        model: 'qwen',
        baseUrl: 'http://localhost:8000/v1',
        temperature: 0.2,
        contextWindow: 32000,
        images: null,
        options: {},
        prices: null
      }
    ]);
    // Nothing was typed, so a key that is there stays.
    expect(panel.models.keys).toEqual([]);
    expect(panel.all('button', 'Use this model')).toEqual([]);
    await panel.click(panel.get('button', /^Model: /));
    await panel.type(field('Base URL'), '/proxy/8000/v1');
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.chosen[1].baseUrl).toBe('/proxy/8000/v1');
  });

  it('are whole for a model that is chosen already, also when the providers are known late', async () => {
    await panel.type(field('Model'), 'qwen');
    await panel.click(panel.get('button', 'Use this model'));
    let tell!: (known: typeof panel.models.known) => void;
    jest
      .spyOn(panel.models, 'providers')
      .mockReturnValue(new Promise(resolve => (tell = resolve)));
    await panel.click(panel.get('button', /^Model: /));
    expect(panel.host.textContent).not.toContain('Base URL');
    tell(panel.models.known);
    await panel.settle();
    expect(field('Base URL').value).toBe('https://api.openai.com/v1');
  });

  it('know where the usual servers are, and begin at the first; list each provider, and say why one cannot be used', async () => {
    expect(field('Base URL').value).toBe('https://api.openai.com/v1');
    await panel.type(field('Server'), 'http://localhost:1234/v1', 'change');
    expect(field('Base URL').value).toBe('http://localhost:1234/v1');
    expect(panel.text).toContain('Switch on CORS in its server settings.');
    const options = Array.from(
      (field('Provider') as unknown as HTMLSelectElement).options
    );
    expect(
      options.map(({ textContent, disabled }) => [textContent, disabled])
    ).toEqual([
      ['Demo (scripted)', false],
      ['OpenAI or compatible', false],
      ['Chrome (this browser has no model)', true]
    ]);
  });

  it('draw the provider’s own options, and keep what is chosen of them', async () => {
    await panel.type(field('API'), 'responses', 'change');
    await panel.type(field('Seed'), '7');
    await panel.click(field('Think first'));
    await panel.type(field('Organization'), 'acme');
    await panel.type(field('Price per million input tokens'), '0.25');
    await panel.type(field('Price per million output tokens'), '2');
    await panel.type(field('Model'), 'gpt-5-mini');
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.chosen[0]).toMatchObject({
      options: { api: 'responses', seed: 7, think: true, org: 'acme' },
      prices: { input: 0.25, output: 2 }
    });
  });

  it('keep the key on this device only where that is asked for', async () => {
    await panel.type(field('API key'), KEY);
    await panel.type(field('Model'), 'gpt-5-mini');
    await panel.click(field('Remember on this device'));
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.keys).toMatchObject([{ key: KEY, remember: true }]);
    await panel.click(panel.get('button', /^Model: /));
    expect(field('API key').placeholder).toBe('Remembered on this device');
    expect(field('API key').value).toBe('');
    await panel.click(panel.get('button', 'Forget the key'));
    expect(panel.models.keys[1]).toMatchObject({ key: '' });
  });

  it('say who keeps a key, and why it cannot be kept on this device', async () => {
    expect(panel.text).toContain('Encrypted, for this server and user.');
    const where = 'It is kept by the secrets manager.';
    panel.models.remembering = { ok: true, where };
    await panel.type(field('Model'), 'x');
    expect(panel.text).toContain(where);
    expect(panel.text).not.toContain('Encrypted');
    panel.models.remembering = { ok: false, why: 'This page is not on https.' };
    await panel.type(field('Model'), 'y');
    expect(field('Remember on this device').disabled).toBe(true);
    expect(panel.text).toContain('This page is not on https.');
  });

  it('give the key to the keyring and put it nowhere else', async () => {
    await panel.type(field('Base URL'), 'https://api.openai.com/v1');
    await panel.type(field('API key'), KEY);
    await panel.type(field('Model'), 'gpt-5-mini');
    expect(field('API key').type).toBe('password');
    expect(field('API key').autocomplete).toBe('off');
    expect(JSON.stringify(panel.store.main.getState())).not.toContain(KEY);
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.keys.map(({ key }) => key)).toEqual([KEY]);
    expect(JSON.stringify(panel.models.chosen)).not.toContain(KEY);
    expect(JSON.stringify(panel.models.keys[0].choice)).not.toContain(KEY);
    expect(JSON.stringify(panel.agent.sent)).not.toContain(KEY);
    expect(panel.host.innerHTML).not.toContain(KEY);
    expect(
      JSON.stringify({ ...localStorage, ...sessionStorage })
    ).not.toContain(KEY);
  });

  it('offer what the endpoint has, or say in words why it could not be asked', async () => {
    await panel.type(field('Base URL'), 'http://localhost:8000/v1');
    await panel.click(panel.get('button', 'Fetch models'));
    expect(panel.models.listed[0].baseUrl).toBe('http://localhost:8000/v1');
    expect(panel.text).toContain('The server offers 2 models.');
    const options = Array.from(
      panel.host.querySelectorAll<HTMLOptionElement>('datalist option')
    ).map(({ value }) => value);
    expect(options).toEqual(['small', 'large']);
    panel.models.answer = async () => {
      throw new ModelFault('unreachable', 'localhost:8000 refused it.');
    };
    await panel.click(panel.get('button', 'Fetch models'));
    expect(panel.text).toContain('localhost:8000 refused it.');
    expect(panel.get('button', 'Fetch models').disabled).toBe(false);
  });

  it.each([
    ['an address', 'Base URL', 'localhost', 'should begin with https://'],
    ['a model', 'Model', '', 'Enter a model’s name'],
    ['the temperature', 'Temperature', '7', 'a number from 0 to 2'],
    ['a price', 'Price per million input tokens', '-1', '0 or more'],
    ['the window', 'Context window, in tokens', '12', '1000 or more']
  ])('refuse what cannot be used: %s', async (_, name, value, sentence) => {
    await panel.type(field('Base URL'), 'http://localhost:8000/v1');
    await panel.type(field('Model'), 'qwen');
    await panel.type(field(name), value);
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.text).toContain(sentence);
    expect(panel.models.chosen).toEqual([]);
  });

  it('go back with Esc and change nothing', async () => {
    await panel.press(field('Base URL'), 'Escape');
    expect(panel.all('button', 'Use this model')).toEqual([]);
    expect(panel.models.chosen).toEqual([]);
    expect(document.activeElement).toBe(panel.composer);
  });
});

describe('the test of a connection', () => {
  beforeEach(async () => {
    await panel.type(field('Model'), 'gpt-5-mini');
  });

  it('says what answered, with the key that is typed, or in words what went wrong', async () => {
    await panel.type(field('API key'), KEY);
    await panel.click(panel.get('button', 'Test connection'));
    expect(panel.models.tested[0].model).toBe('gpt-5-mini');
    expect(panel.models.keys[0].key).toBe(KEY);
    expect(panel.all('status').map(status => status.textContent)).toContain(
      'gpt-5-mini answered in 0.4 s.'
    );
    const rows = [...document.querySelectorAll('.jp-Cellwright-checks tr')];
    expect(
      rows.map(row => [
        row.querySelector('[role=img]')?.getAttribute('aria-label'),
        row.querySelector('th')?.textContent
      ])
    ).toEqual([
      ['works', 'Tools'],
      ['works', 'Streaming'],
      ['not checked', 'Pictures']
    ]);
    expect(panel.models.chosen).toEqual([]);
    expect(JSON.stringify(panel.store.main.getState())).not.toContain(KEY);
    panel.models.connect = async () => {
      throw new ModelFault('wrong-key', 'The key was not accepted.');
    };
    await panel.click(panel.get('button', 'Test connection'));
    expect(panel.get('alert').textContent).toContain(
      'The key was not accepted.'
    );
  });

  it('comes before a model is used, once', async () => {
    await panel.click(panel.get('button', 'Test connection'));
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.tested).toHaveLength(1);
    expect(panel.models.chosen).toHaveLength(1);
    await panel.click(panel.get('button', /^Model: /));
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.tested).toHaveLength(2);
    expect(panel.models.chosen).toHaveLength(2);
  });

  it.each([
    [
      'there is no answer',
      async () => {
        throw new ModelFault('wrong-key', 'The key was not accepted.');
      },
      'The key was not accepted.'
    ],
    [
      'something does not work',
      async () => ({
        text: 'gpt-5-mini answered in 0.4 s.',
        checks: [{ title: 'Tools', ok: false, text: 'It called none.' }]
      }),
      'It called none.'
    ]
  ])(
    'keeps the form open if %s, and it can be used anyway',
    async (_, connect, sentence) => {
      panel.models.connect = connect;
      await panel.click(panel.get('button', 'Use this model'));
      expect(panel.text).toContain(sentence);
      expect(panel.models.chosen).toEqual([]);
      // Other settings are tried anew.
      await panel.type(field('Model'), 'gpt-5');
      await panel.click(panel.get('button', 'Use this model'));
      expect(panel.models.chosen).toEqual([]);
      await panel.click(panel.get('button', 'Use it anyway'));
      expect(panel.models.chosen).toMatchObject([{ model: 'gpt-5' }]);
      expect(panel.all('form', 'Model settings')).toEqual([]);
    }
  );

  it('can be cancelled, also with the form, and what comes later changes nothing', async () => {
    const tests: { signal: AbortSignal; end(found: IConnectionTest): void }[] =
      [];
    panel.models.connect = signal =>
      new Promise(end => tests.push({ signal, end }));
    await panel.click(panel.get('button', 'Test connection'));
    expect(panel.text).toContain('Asking the model…');
    await panel.click(panel.get('button', 'Cancel the test'));
    expect(tests[0].signal.aborted).toBe(true);
    tests[0].end({ text: 'Too late.', checks: [] });
    await panel.settle();
    expect(panel.text).not.toContain('Too late.');
    expect(panel.text).not.toContain('Asking the model…');
    await panel.click(panel.get('button', 'Test connection'));
    await panel.click(panel.get('button', 'Cancel'));
    expect(tests[1].signal.aborted).toBe(true);
  });
});

describe('a key', () => {
  it.each([
    ['provider', 'Provider', 'demo', 'openai'],
    [
      'server',
      'Server',
      'http://localhost:1234/v1',
      'https://api.openai.com/v1'
    ]
  ])(
    'typed for one %s is not given to another',
    async (_, name, other, back) => {
      await panel.type(field('API key'), KEY);
      await panel.type(field(name), other, 'change');
      await panel.type(field(name), back, 'change');
      await panel.click(panel.get('button', 'Fetch models'));
      expect(panel.models.keys).toEqual([]);
    }
  );

  it('typed after a test failed is tested', async () => {
    panel.models.connect = async () => {
      throw new ModelFault('wrong-key', 'The key was not accepted.');
    };
    await panel.type(field('Model'), 'gpt-5');
    await panel.click(panel.get('button', 'Use this model'));
    await panel.type(field('API key'), KEY);
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.tested).toHaveLength(2);
    expect(panel.models.chosen).toEqual([]);
  });

  it('is not used before its test has ended, however often that is pressed', async () => {
    panel.models.connect = () => new Promise(() => undefined);
    await panel.type(field('Model'), 'gpt-5');
    await panel.click(panel.get('button', 'Use this model'));
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.tested).toHaveLength(1);
    expect(panel.models.chosen).toEqual([]);
  });
});

describe('a model that cannot call tools', () => {
  it('is said to only talk, with the way to another one', async () => {
    panel.models.abilities = { ...panel.models.abilities, tools: false };
    await panel.type(field('Model'), 'tiny');
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.text).toContain('tiny cannot call tools');
    await panel.click(panel.get('button', 'Choose another model'));
    expect(panel.all('button', 'Use this model')).toHaveLength(1);
  });
});
