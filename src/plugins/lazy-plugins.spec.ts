import {
  DEFAULT_FILE,
  DEFAULT_POLICY,
  DEFAULT_SETTINGS,
  DEMO_CHOICE,
  ENGLISH,
  type Effect,
  type IPolicy,
  type IServerToolRule,
  type ISettingSchema,
  settingsSchema
} from '../contract';
import { until } from '../testing/until';
import { FolderInstructions } from './settings/folder-instructions';
import { Preferences } from './settings/preferences';
import { readSettings } from './settings/read-settings';
import { SettingsStore } from './settings/settings-store';
import { FakeSettingsServer, SCHEMA } from './stories/fake-settings';

const read = (composite: unknown) =>
  readSettings(composite, ENGLISH, path => path);

describe('the settings page', () => {
  it('offers everything there is, with the defaults the agent has', async () => {
    const server = new FakeSettingsServer();
    const { composite } = await server.load();
    expect(read(composite)).toEqual({
      agent: DEFAULT_SETTINGS,
      model: DEMO_CHOICE,
      fallback: null,
      mcp: DEFAULT_FILE.mcp,
      disclosed: [],
      problems: []
    });
    expect(Object.keys(composite).sort()).toEqual(
      Object.keys(SCHEMA.properties!).sort()
    );
  });

  it('has a title and plain words for each of them, and no place for a key', () => {
    const look = (at: any, path: string): void => {
      for (const [name, property] of Object.entries<any>(at.properties ?? {})) {
        const here = `${path}.${name}`;
        expect([here, property.title]).toEqual([here, expect.any(String)]);
        expect(here).not.toMatch(/(api)?key|secret|password/i);
        // The settings page uses one default and the server the other, so they
        // must agree.
        for (const [part, { default: inner }] of Object.entries<any>(
          property.properties ?? {}
        )) {
          expect([here, part, property.default?.[part]]).toEqual([
            here,
            part,
            inner
          ]);
        }
        look(property, here);
      }
    };
    look(SCHEMA, 'settings');
  });

  it('takes for each setting the kind of value that is read, with the same default', () => {
    const types: Record<string, string> = {
      flag: 'boolean',
      text: 'string',
      number: 'number',
      integer: 'integer',
      list: 'array',
      group: 'object'
    };
    const compare = (
      shown: Record<string, any>,
      taken: Record<string, ISettingSchema>
    ): void => {
      expect(Object.keys(shown).sort()).toEqual(Object.keys(taken).sort());
      for (const [name, setting] of Object.entries(shown)) {
        const { $ref = '', else: fitting, properties, items } = setting;
        const read = taken[name];
        expect({
          name,
          type: fitting?.type ?? types[$ref.replace('#/definitions/', '')],
          values: fitting?.oneOf?.map((each: any) => each.const).sort(),
          default: properties ? undefined : setting.default
        }).toEqual({
          name,
          type: read.type,
          values: read.enum && [...read.enum].sort(),
          default: properties ? undefined : read.default
        });
        compare(properties ?? {}, read.properties ?? {});
        if (name === 'servers') {
          compare(items.properties, read.items!.properties!);
        }
      }
    };
    compare(SCHEMA.properties!, settingsSchema().properties!);
  });
});

/** The policy that applies where a rule cannot be read. */
const ASKING: IPolicy = {
  ...DEFAULT_POLICY,
  effects: { ...DEFAULT_POLICY.effects, read: 'ask' },
  markdown: 'ask'
};

const TOOL_RULE: IServerToolRule = {
  server: 'weather',
  address: 'https://weather.example/mcp',
  tool: 'forecast',
  hash: 'a'.repeat(64),
  notebook: null,
  lasts: 'ever',
  description: 'The weather of an island',
  repeat: true
};

describe('settings that cannot be used', () => {
  it.each([
    ['limits.modelCalls', { limits: { modelCalls: 0 } }],
    ['limits.modelCalls', { limits: { modelCalls: '30' } }],
    ['limits.modelCalls', { limits: { modelCalls: 2.5 } }],
    ['limits.toolCalls', { limits: { toolCalls: 7 } }],
    [
      'limits.toolCalls',
      {
        limits: {
          toolCalls: { constructor: 'x', write_todos: 20, list_files: 10 }
        }
      }
    ],
    ['limits', { limits: 7 }],
    ['model', { model: 'gpt' }],
    ['summary.trigger', { summary: { trigger: 'sometimes' } }],
    ['context.keepResults', { context: { keepResults: null } }],
    ['context.facts', { context: { facts: 'yes' } }],
    ['answers.language', { answers: { language: 5 } }],
    ['privacy.deny', { privacy: { deny: '.env' } }],
    ['policy.edit', { policy: { edit: 'always' } }],
    ['policy.shell', { policy: { shell: 'allow' } }],
    ['policy.notebooks', { policy: { notebooks: [{ notebook: 'a.ipynb' }] } }],
    ['model.temperature', { model: { temperature: 3 } }],
    ['model.images', { model: { images: true } }],
    ['model.options', { model: { options: { a: {} } } }],
    ['fallback.inputPrice', { fallback: { inputPrice: -1 } }],
    ['disclosed', { disclosed: {} }],
    ['debug', { debug: 'on' }]
  ])('%s: the default holds and a sentence names it', (path, composite) => {
    const { agent, model, problems } = read(composite);
    expect({ agent, model }).toEqual({
      agent: DEFAULT_SETTINGS,
      model: DEMO_CHOICE
    });
    expect(problems).toEqual([
      expect.stringMatching(
        new RegExp(
          `^The setting “${path}” has .*, which cannot be used: it takes `
        )
      )
    ]);
  });

  it('about what it may do and what it may send hold the careful side', () => {
    const { agent, problems } = read({
      policy: { read: 'never', markdown: 0, interruptOn: { list_files: 'no' } },
      privacy: { schemasOnly: 'true' }
    });
    expect(agent.policy).toEqual({
      ...ASKING,
      interruptOn: { list_files: true }
    });
    expect(agent.privacy.schemasOnly).toBe(true);
    expect(problems).toHaveLength(4);
    expect(read({ policy: ['allow'] }).agent.policy).toEqual(ASKING);
    expect(read({ privacy: 'off' }).agent.privacy.schemasOnly).toBe(true);
  });

  it('leave what can be used of a list', () => {
    const { agent, problems } = read({
      privacy: { deny: ['*.secret', 7, 'notes.md'] },
      policy: {
        packages: [7, 'folium'],
        serverTools: [{ ...TOOL_RULE, hash: 7 }]
      }
    });
    expect(agent.privacy.deny).toEqual(['*.secret', 'notes.md']);
    expect(agent.policy.packages).toEqual(['folium']);
    expect(agent.policy.serverTools).toEqual([]);
    expect(problems).toHaveLength(3);
  });

  it('do not take those that can be used down with them', () => {
    const { agent, problems } = read({
      limits: { modelCalls: -5, callsPerStep: 1, toolCalls: { a: 3, b: 'x' } },
      policy: { shell: 'allow', edit: 'allow' }
    });
    expect(agent.limits).toEqual({
      modelCalls: 30,
      callsPerStep: 1,
      toolCalls: { a: 3 },
      approvalMinutes: null,
      approvalTimeout: 'reject'
    });
    expect(agent.policy.effects).toEqual({
      ...DEFAULT_POLICY.effects,
      edit: 'allow'
    });
    expect(problems).toHaveLength(3);
  });

  it('leave a tool with a limit by default that limit, and say which it is', () => {
    const { agent, problems } = read({
      limits: { toolCalls: { list_files: 'x', write_todos: 5, read_file: 2 } }
    });
    expect(agent.limits.toolCalls).toEqual({
      list_files: 10,
      write_todos: 5,
      read_file: 2
    });
    expect(problems).toEqual([
      'The setting “limits.toolCalls” has list_files: "x", which cannot be used: it takes a whole number from 0 to 1000. 10 is used instead.'
    ]);
  });

  it.each([null, 7, 'text', [], { save: 3, model: 'gpt', limits: [] }])(
    'are nothing to fall over (%j)',
    composite => {
      expect(read(composite).agent).toEqual(DEFAULT_SETTINGS);
    }
  );
});

describe('Preferences', () => {
  const open = async (server: FakeSettingsServer) => {
    const store = await SettingsStore.open(server, ENGLISH);
    return new Preferences(
      store,
      new FolderInstructions(null, 'instructions'),
      jest.fn()
    );
  };

  it('follow the settings page without a reload, with its titles in the problems', async () => {
    const server = new FakeSettingsServer();
    const preferences = await open(server);
    const changed = jest.fn();
    const end = preferences.onChange(changed);
    await server.edit('limits', { modelCalls: 7 });
    expect(preferences.current.limits.modelCalls).toBe(7);
    expect(changed).toHaveBeenCalled();
    await server.edit('limits', { modelCalls: 0 });
    expect(preferences.current.limits.modelCalls).toBe(30);
    expect(preferences.problems).toEqual([
      'The setting “Limits: Model requests per message” has 0, which cannot be used: it takes a whole number from 1 to 1000. 30 is used instead.'
    ]);
    end();
    changed.mockClear();
    await server.edit('debug', true);
    expect(changed).not.toHaveBeenCalled();
  });

  it('keep a policy so that it comes back as it was, at once and after a reload', async () => {
    const server = new FakeSettingsServer();
    const preferences = await open(server);
    const policy: IPolicy = {
      ...DEFAULT_POLICY,
      effects: { ...DEFAULT_POLICY.effects, execute: 'allow' },
      markdown: 'ask',
      packages: ['folium'],
      languages: ['R'],
      serverTools: [
        TOOL_RULE,
        {
          ...TOOL_RULE,
          notebook: { root: '/work', notebook: 'a.ipynb', id: 'n1' }
        }
      ],
      notebooks: [
        { root: '/work', notebook: 'a.ipynb', id: 'n1', effects: ['write'] },
        { root: '', notebook: 'b.ipynb', cells: ['c1'], effects: ['execute'] }
      ],
      interruptOn: {
        list_files: true,
        run_cells: { allowedDecisions: ['approve'], description: 'Runs' }
      },
      descriptionPrefix: 'Note: '
    };
    const saving = preferences.setPolicy(policy);
    expect(preferences.current.policy).toEqual(policy);
    await saving;
    const next = await open(new FakeSettingsServer(server.raw));
    expect(next.current.policy).toEqual(policy);
    expect(next.problems).toEqual([]);
  });

  it('end with the page the rule for a tool of a server that a card made', async () => {
    const server = new FakeSettingsServer();
    const policy: IPolicy = {
      ...DEFAULT_POLICY,
      serverTools: [{ ...TOOL_RULE, lasts: 'page' }]
    };
    await (await open(server)).setPolicy(policy);
    const next = await open(new FakeSettingsServer(server.raw));
    expect(next.current.policy.serverTools).toEqual([]);
  });

  it('never keep a rule that lets shell or network always through', async () => {
    const server = new FakeSettingsServer();
    const preferences = await open(server);
    await preferences.setPolicy({
      ...DEFAULT_POLICY,
      effects: { ...DEFAULT_POLICY.effects, shell: 'allow', network: 'allow' }
    });
    expect(preferences.current.policy).toEqual(DEFAULT_POLICY);
    expect(server.raw).not.toMatch(/"(shell|network)": "allow"/);
  });

  describe('with rules for single notebooks', () => {
    const bound = { root: '/work', notebook: 'a.ipynb', id: 'n1' };
    const allow = (effects: Effect[]): IPolicy => ({
      ...DEFAULT_POLICY,
      notebooks: [{ ...bound, effects }]
    });

    it('keep what is for commands and the network in the page, and nowhere else', async () => {
      const server = new FakeSettingsServer();
      const preferences = await open(server);
      const changed = jest.fn();
      preferences.onChange(changed);
      await preferences.setPolicy(allow(['execute', 'shell', 'network']));
      expect(preferences.current.policy).toEqual(
        allow(['execute', 'shell', 'network'])
      );
      expect(server.raw).toContain('"execute"');
      expect(server.raw).not.toMatch(/"effects":[^\]]*"(shell|network)"/);
      const next = await open(new FakeSettingsServer(server.raw));
      expect(next.current.policy).toEqual(allow(['execute']));
      expect(next.problems).toEqual([]);
      changed.mockClear();
      server.down = true;
      await preferences.setPolicy(allow(['execute']));
      expect(preferences.current.policy).toEqual(allow(['execute']));
      expect(changed).toHaveBeenCalled();
    });

    it.each([
      ['no root', { notebook: 'a.ipynb', id: 'n1' }],
      ['an empty id', { ...bound, id: '' }],
      ['an id that is none', { ...bound, id: 7 }],
      ['cells that are none', { root: '', notebook: 'a.ipynb', cells: 'c1' }],
      ['nothing to know it by', { root: '', notebook: 'a.ipynb' }],
      ['an effect that ends with the page', { ...bound, effects: ['shell'] }]
    ])('take none with %s', async (_, rule) => {
      const policy = { notebooks: [{ effects: ['execute'], ...rule }] };
      const { agent, problems } = read({ policy });
      expect(agent.policy.notebooks).toEqual([]);
      expect(problems).toHaveLength(1);
    });
  });

  it('keep what the settings page changes while a change of ours reads the file', async () => {
    const server = new FakeSettingsServer();
    const store = await SettingsStore.open(server, ENGLISH);
    let replyRead = (): void => undefined;
    let replyWritten = (): void => undefined;
    server.readReply = new Promise(resolve => (replyRead = resolve));
    server.writeReply = new Promise(resolve => (replyWritten = resolve));
    const before = server.reads;
    const ours = store.set('disclosed', ['somewhere']);
    await until(() => server.reads > before);
    const theirs = server.edit('privacy', { deny: ['*.csv'] });
    replyRead();
    await new Promise(resolve => setTimeout(resolve));
    replyWritten();
    await Promise.all([ours, theirs]);
    expect(store.content.disclosed).toEqual(['somewhere']);
    expect(store.content.agent.privacy.deny).toEqual(['*.csv']);
    expect(server.raw).toContain('*.csv');
    expect(server.raw).toContain('somewhere');
  });

  it('take a rule back at once, before the server has answered', async () => {
    const server = new FakeSettingsServer('{"policy": {"execute": "allow"}}');
    const preferences = await open(server);
    server.readReply = new Promise(() => undefined);
    void preferences.setPolicy(DEFAULT_POLICY);
    expect(preferences.current.policy).toEqual(DEFAULT_POLICY);
  });

  it('leave the rules as they were when the server does not take a change', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = new FakeSettingsServer('{"policy": {"execute": "allow"}}');
    const preferences = await open(server);
    server.down = true;
    await expect(
      preferences.setPolicy({
        ...DEFAULT_POLICY,
        effects: { ...DEFAULT_POLICY.effects, write: 'allow' }
      })
    ).rejects.toThrow('down');
    expect(preferences.current.policy.effects).toEqual({
      ...DEFAULT_POLICY.effects,
      execute: 'allow'
    });
  });

  it('say so when the server is not there, and the defaults hold', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const away = () => Promise.reject(new TypeError('Failed to fetch'));
    const store = await SettingsStore.open(
      { load: away, reload: away, path: 'settings' },
      ENGLISH
    );
    expect(store.content.problems).toEqual([
      expect.stringMatching(/could not be fetched from the Jupyter server/)
    ]);
  });

  it('say so when the file cannot be read, and the defaults hold', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const preferences = await open(
      new FakeSettingsServer('{"policy": {"edit": ')
    );
    expect(preferences.current).toEqual(DEFAULT_SETTINGS);
    expect(preferences.problems).toEqual([
      expect.stringMatching(
        /the file \/home\/ann\/cellwright\/plugin.jupyterlab-settings is not valid JSON.*Until then, the defaults/
      )
    ]);
  });

  it('last as long as the page where there is no settings registry', async () => {
    const store = await SettingsStore.open(null, ENGLISH);
    await store.set('debug', true);
    expect(store.content.agent.debug).toBe(true);
  });
});
