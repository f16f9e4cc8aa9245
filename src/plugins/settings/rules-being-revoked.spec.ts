import { DEFAULT_POLICY, ENGLISH, type IPolicy } from '../../contract';
import { FolderInstructions } from './folder-instructions';
import type { TextStore } from './browser-list';
import { RulesBeingRevoked } from './rules-being-revoked';
import { Preferences } from './preferences';
import { SettingsStore } from './settings-store';
import { letThrough, revokedRules, without } from './revoked-rules';
import { FakeSettingsServer } from '../stories/fake-settings';

const LOOSE: IPolicy = {
  ...DEFAULT_POLICY,
  effects: { ...DEFAULT_POLICY.effects, execute: 'allow' },
  interruptOn: { run_cells: false, list_files: true },
  packages: ['folium'],
  languages: ['R'],
  notebooks: [
    { root: '', notebook: 'a.ipynb', id: 'n1', effects: ['write', 'edit'] },
    { root: '', notebook: 'b.ipynb', id: 'n2', effects: ['execute'] }
  ]
};
const NOTHING: IPolicy = {
  ...DEFAULT_POLICY,
  effects: { ...DEFAULT_POLICY.effects, read: 'ask' },
  markdown: 'ask',
  interruptOn: { list_files: true }
};

describe('what is taken back of a policy', () => {
  it('is each thing that no longer goes through, and nothing else', () => {
    expect(revokedRules(LOOSE, LOOSE)).toEqual([]);
    expect(revokedRules(DEFAULT_POLICY, LOOSE)).toEqual([]);
    const one = {
      ...LOOSE,
      notebooks: [
        {
          root: '',
          notebook: 'a.ipynb',
          id: 'n1',
          effects: ['edit' as const]
        },
        LOOSE.notebooks[1]
      ]
    };
    expect(without(LOOSE, revokedRules(LOOSE, one))).toEqual(one);
    expect(without(LOOSE, letThrough(LOOSE))).toEqual(NOTHING);
  });
});

/** A browser's storage, and its tabs. */
class FakeBrowser implements TextStore {
  readonly stored = new Map<string, string>();

  readonly tabs: RulesBeingRevoked[] = [];

  getItem = (key: string): string | null => this.stored.get(key) ?? null;

  setItem(key: string, text: string): void {
    this.stored.set(key, text);
    this._tell(key);
  }

  removeItem(key: string): void {
    this.stored.delete(key);
    this._tell(key);
  }

  /** A page in this browser, connected to a server. */
  async page(server: FakeSettingsServer): Promise<Preferences> {
    const beingRevoked = new RulesBeingRevoked(this, 'held');
    this.tabs.push(beingRevoked);
    const store = await SettingsStore.open(server, ENGLISH);
    return new Preferences(
      store,
      beingRevoked,
      new FolderInstructions(this, 'instructions'),
      ENGLISH,
      () => undefined
    );
  }

  private _tell(key: string): void {
    this.tabs.forEach(tab => tab.onStorage(key));
  }
}

describe('a rule that is taken back while the server is away', () => {
  let browser: FakeBrowser;
  let server: FakeSettingsServer;
  const allowed = JSON.stringify({
    policy: { execute: 'allow', later: 1 },
    unknown: 'kept'
  });
  const asks = { ...DEFAULT_POLICY, effects: DEFAULT_POLICY.effects };
  const execute = (preferences: Preferences) =>
    preferences.current.policy.effects.execute;
  const passed = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    browser = new FakeBrowser();
    server = new FakeSettingsServer(allowed);
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('does not hold from that moment, and is written when the server is back', async () => {
    const preferences = await browser.page(server);
    expect(execute(preferences)).toBe('allow');
    server.down = true;
    const saving = preferences.setPolicy(asks);
    expect(execute(preferences)).toBe('ask');
    expect(await saving).toBe('held');
    expect(execute(preferences)).toBe('ask');
    expect(preferences.problems).toEqual([
      expect.stringMatching(/A rule you took back is still in your settings/),
      expect.anything(),
      expect.anything()
    ]);
    expect(server.raw).toBe(allowed);

    server.down = false;
    await passed(60_000);
    expect(execute(preferences)).toBe('ask');
    expect(JSON.stringify((await server.load()).user)).toBe(
      '{"policy":{"execute":"ask","later":1},"unknown":"kept"}'
    );
    expect(browser.stored.size).toBe(0);
    expect(preferences.problems).not.toContainEqual(
      expect.stringMatching(/A rule you took back/)
    );
  });

  it('does not wait for a server that says nothing at all', async () => {
    const preferences = await browser.page(server);
    jest
      .spyOn(server.registry, 'reload')
      .mockImplementation(() => new Promise(() => undefined));
    void preferences.setPolicy(asks);
    expect(execute(preferences)).toBe('ask');
    await passed(120_000);
    expect(execute(preferences)).toBe('ask');
  });

  it('does not hold in the other tabs either, nor after a reload, and one of them writes it', async () => {
    const first = await browser.page(server);
    const second = await browser.page(server.inAnotherTab());
    server.down = true;
    await first.setPolicy(asks);
    expect(execute(second)).toBe('ask');

    // The first tab is closed; a newly opened page finds the old file.
    browser.tabs.shift();
    const reloaded = server.inAnotherTab();
    const next = await browser.page(reloaded);
    expect(execute(next)).toBe('ask');
    await passed(60_000);
    await reloaded.reload();
    expect(JSON.parse(JSON.stringify((await reloaded.load()).user))).toEqual({
      policy: { execute: 'ask', later: 1 },
      unknown: 'kept'
    });
    expect(execute(next)).toBe('ask');
  });

  it('comes back when the person allows it again, and only once that is written', async () => {
    const preferences = await browser.page(server);
    const loose = preferences.current.policy;
    server.down = true;
    await preferences.setPolicy(asks);
    await expect(preferences.setPolicy(loose)).rejects.toThrow();
    expect(execute(preferences)).toBe('ask');
    server.down = false;
    expect(await preferences.setPolicy(loose)).toBe('kept');
    expect(execute(preferences)).toBe('allow');
    await passed(120_000);
    expect(execute(preferences)).toBe('allow');
  });

  it('is no way to a rule that lets more through: that is refused and does not hold', async () => {
    const preferences = await browser.page(server);
    server.down = true;
    await expect(
      preferences.setPolicy({
        ...asks,
        effects: { ...asks.effects, write: 'allow' }
      })
    ).rejects.toThrow();
    // A rule taken back in the same change stays taken back.
    expect(preferences.current.policy.effects).toEqual(asks.effects);
  });

  it('holds for the page where the browser keeps nothing', async () => {
    browser.setItem = () => {
      throw new Error('The quota is exceeded.');
    };
    const preferences = await browser.page(server);
    server.down = true;
    await preferences.setPolicy(asks);
    expect(execute(preferences)).toBe('ask');
    await passed(5_000);
    expect(execute(preferences)).toBe('ask');
    server.down = false;
    await passed(60_000);
    expect((await server.load()).user.policy).toEqual({
      execute: 'ask',
      later: 1
    });
  });

  it('leaves a file that broke meanwhile as it is, and holds on', async () => {
    const preferences = await browser.page(server);
    server.raw = '{"policy": {';
    expect(await preferences.setPolicy(asks)).toBe('held');
    await passed(60_000);
    expect(server.raw).toBe('{"policy": {');
    expect(execute(preferences)).toBe('ask');
  });
});
