import { ENGLISH } from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import type { ISettingsContent } from '../settings/read-settings';
import { SettingsStore } from '../settings/settings-store';
import { FakeSettingsServer, SCHEMA } from './fake-settings';
import { RealSettingsServer } from './real-settings';

interface ICase {
  name: string;
  file: string;
  overrides?: object;
  says?: string[];
  reads?: Record<string, unknown>;
  unreadable?: boolean;
}

const CASES = readCorpus<ICase>('settings');
const READ = CASES.filter(({ unreadable }) => !unreadable);
const UNREADABLE = CASES.filter(({ unreadable }) => unreadable);
const named = (cases: ICase[]) =>
  cases.map((each): [string, ICase] => [each.name, each]);

const at = (content: ISettingsContent, path: string): unknown =>
  path
    .split('.')
    .reduce<any>((value: any, name: string) => value?.[name], content);

describe('broken files of settings, on a real jupyterlab_server', () => {
  let server: RealSettingsServer;

  beforeAll(() => {
    server = new RealSettingsServer();
  });

  afterAll(() => server.dispose());

  beforeEach(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('are at least thirty', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(30);
  });

  it.each(named(READ))(
    'are read value by value, each that cannot be used is named, and all of it is written back: %s',
    async (_name, { file, overrides = {}, says = [], reads = {} }) => {
      await server.place(file, overrides);
      const before = await server.parsed(file === '' ? '{}' : file);
      const store = await SettingsStore.open(server.page(), ENGLISH);
      const { problems } = store.content;
      if (says.length === 0) {
        expect(problems).toEqual([]);
      }
      for (const part of says) {
        expect(problems).toContainEqual(expect.stringContaining(part));
      }
      for (const [path, value] of Object.entries(reads)) {
        expect([path, at(store.content, path)]).toEqual([path, value]);
      }

      await store.set('openOnStart', true);
      expect(await server.parsed(await server.file())).toEqual({
        ...(before as object),
        openOnStart: true
      });
      expect(store.content.problems).toEqual(problems);
    },
    60_000
  );

  it.each(named(UNREADABLE))(
    'are left as they are, and the panel says where they lie: %s',
    async (_name, { file, overrides = {} }) => {
      await server.place(file, overrides);
      const store = await SettingsStore.open(server.page(), ENGLISH);
      expect(store.content.problems).toEqual([
        expect.stringContaining('/home/ann/plugin.jupyterlab-settings')
      ]);
      await expect(store.set('debug', true)).rejects.toBeDefined();
      expect(await server.file()).toBe(file);
    },
    60_000
  );

  it.each(named(UNREADABLE))(
    'are left as they are when they break under an open page: %s',
    async (_name, { file, overrides = {} }) => {
      await server.place('{"policy": {"read": "ask"}}', overrides);
      const store = await SettingsStore.open(server.page(), ENGLISH);
      await server.place(file, overrides);
      await expect(store.set('debug', true)).rejects.toBeDefined();
      expect(await server.file()).toBe(file);
      expect(store.content.problems).toEqual([
        expect.stringContaining('/home/ann/plugin.jupyterlab-settings')
      ]);
      // The known values stay in force, and a repaired file is read.
      expect(store.content.agent.policy.effects.read).toBe('ask');
      await server.place('{"policy": {"edit": "allow"}}', overrides);
      await store.set('debug', true);
      expect(store.content.problems).toEqual([]);
      expect(store.content.agent.policy.effects).toMatchObject({
        read: 'allow',
        edit: 'allow'
      });
    },
    60_000
  );

  it.each(named(READ))(
    'are accepted by JupyterLab’s own registry as well, which looks beside "$ref": %s',
    async (_name, { file }) => {
      const page = new FakeSettingsServer(file === '' ? '{}' : file);
      expect((await page.load()).schema).toEqual(SCHEMA);
    }
  );
});
