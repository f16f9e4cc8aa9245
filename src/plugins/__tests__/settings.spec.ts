import {
  DEFAULT_POLICY,
  DEFAULT_SETTINGS,
  DEMO_CHOICE,
  ENGLISH,
  type IPolicy
} from '../../contract';
import { Preferences } from '../preferences';
import { readSettings } from '../read-settings';
import { SettingsStore } from '../settings-store';
import { FakeSettingsServer, SCHEMA } from './fake-settings';

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
      told: [],
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
        if (property.type === 'object' && property.properties) {
          expect([here, property.additionalProperties]).toEqual([here, false]);
          expect([here, property.default]).toEqual([here, {}]);
        }
        look(property, here);
      }
    };
    expect(SCHEMA.additionalProperties).toBe(false);
    look(SCHEMA, 'settings');
  });
});

describe('settings that cannot be used', () => {
  it.each([
    ['limits.modelCalls', { limits: { modelCalls: 0 } }],
    ['limits.modelCalls', { limits: { modelCalls: '30' } }],
    ['limits.modelCalls', { limits: { modelCalls: 2.5 } }],
    ['limits.callsPerStep', { limits: { callsPerStep: -1 } }],
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
    ['policy', { policy: ['allow'] }],
    ['model', { model: 'gpt' }],
    ['summary.trigger', { summary: { trigger: 'sometimes' } }],
    ['summary.keep', { summary: { keep: 1 } }],
    ['context.keepResults', { context: { keepResults: null } }],
    ['context.facts', { context: { facts: 'yes' } }],
    ['context.continuation', { context: { continuation: true } }],
    ['answers.language', { answers: { language: 5 } }],
    ['answers.instructions', { answers: { instructions: ['a'] } }],
    ['privacy.schemasOnly', { privacy: { schemasOnly: 'true' } }],
    ['privacy.deny', { privacy: { deny: '.env' } }],
    ['policy.edit', { policy: { edit: 'always' } }],
    ['policy.shell', { policy: { shell: 'allow' } }],
    ['policy.network', { policy: { network: 'allow' } }],
    ['policy.notebooks', { policy: { notebooks: [{ notebook: 'a.ipynb' }] } }],
    ['policy.interruptOn', { policy: { interruptOn: { x: 'no' } } }],
    ['model.temperature', { model: { temperature: 3 } }],
    ['model.contextWindow', { model: { contextWindow: 10 } }],
    ['model.images', { model: { images: true } }],
    ['model.options', { model: { options: { a: {} } } }],
    ['fallback.inputPrice', { fallback: { inputPrice: -1 } }],
    ['told', { told: {} }],
    ['save', { save: 1 }],
    ['provenance', { provenance: 'off' }],
    ['threads.storage', { threads: { storage: 'cloud' } }],
    ['threads.keepDays', { threads: { keepDays: -1 } }],
    ['threads.keepDays', { threads: { keepDays: 4_000 } }],
    ['threads.keepMegabytes', { threads: { keepMegabytes: '500' } }],
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

  it.each([null, 7, 'text', [], { policy: 3, model: 'gpt', limits: [] }])(
    'are nothing to fall over (%j)',
    composite => {
      expect(read(composite).agent).toEqual(DEFAULT_SETTINGS);
    }
  );
});

describe('Preferences', () => {
  const open = async (server: FakeSettingsServer) => {
    const store = await SettingsStore.open(server.load, ENGLISH);
    return new Preferences(store, jest.fn());
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
      'The setting “Limits: Requests a message” has 0, which cannot be used: it takes a whole number from 1 to 1000. 30 is used instead.'
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
      notebooks: [{ notebook: 'a.ipynb', effects: ['shell', 'write'] }],
      interruptOn: {
        list_files: true,
        run_cells: { allowedDecisions: ['approve'], description: 'Runs' }
      },
      descriptionPrefix: 'Note: '
    };
    const saving = preferences.setPolicy(policy);
    expect(preferences.current.policy).toEqual(policy);
    await saving;
    expect(
      (await open(new FakeSettingsServer(server.raw))).current.policy
    ).toEqual(policy);
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

  it('go back to what is kept when the server does not take a change', async () => {
    const server = new FakeSettingsServer();
    const preferences = await open(server);
    server.down = true;
    await expect(preferences.setDebug(true)).rejects.toThrow('down');
    expect(preferences.current.debug).toBe(false);
  });

  it('say so when the file cannot be read, and the defaults hold', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const preferences = await open(
      new FakeSettingsServer('{"policy": {"edit": "perhaps"}}')
    );
    expect(preferences.current).toEqual(DEFAULT_SETTINGS);
    expect(preferences.problems).toEqual([
      expect.stringMatching(/could not be read; the defaults hold/)
    ]);
    jest.restoreAllMocks();
  });

  it('last as long as the page where there is no settings registry', async () => {
    const store = await SettingsStore.open(null, ENGLISH);
    await store.set('debug', true);
    expect(store.content.agent.debug).toBe(true);
  });
});
