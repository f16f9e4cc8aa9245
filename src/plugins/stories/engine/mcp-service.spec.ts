import {
  DEFAULT_FILE,
  ENGLISH,
  type IMcpServerSetting,
  type IMcpServers,
  type IMcpSettings
} from '../../../contract';
import { McpServers } from '../../../mcp';
import { FakeMcpHost } from '../../../testing/mcp/fake-mcp-host';
import { mcpSetting } from '../../../testing/mcp/mcp-setting';
import { ServerProcess } from '../../../testing/mcp/server-process';
import { until } from '../../../testing/until';
import { RememberedKeys } from '../../keys/remembered-keys';
import { McpService } from '../../mcp/mcp-service';
import { ServerKeys } from '../../mcp/server-keys';
import { readSettings } from '../../settings/read-settings';

const BASE = 'http://localhost:8888/';

/** Settings in memory, read in the way the file is. */
class Store {
  raw: unknown;
  content: { mcp: IMcpSettings } = { mcp: DEFAULT_FILE.mcp };
  private readonly _listeners = new Set<() => void>();

  onChange(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  async change(name: string, change: (raw: unknown) => unknown): Promise<void> {
    this.raw = change(this.raw);
    this.content = readSettings({ [name]: this.raw }, ENGLISH, path => path);
    this._listeners.forEach(listener => listener());
  }
}

/** A vault in memory. */
function vaultOf(stored: Record<string, string>) {
  return {
    remembering: { ok: true as const },
    open: async () => ({
      load: async () => ({ ...stored }),
      save: async (place: string, key: string) => {
        stored[place] = key;
      },
      forget: async (place: string) => {
        delete stored[place];
      }
    })
  };
}

class Page {
  readonly store = new Store();
  readonly stored: Record<string, string> = {};
  readonly keys = new ServerKeys(
    new RememberedKeys(vaultOf(this.stored), error => {
      throw error;
    }),
    BASE
  );

  readonly host = new FakeMcpHost();
  loaded = 0;
  servers: IMcpServers | undefined;
  readonly service = new McpService({
    store: this.store as never,
    keys: this.keys,
    trans: ENGLISH,
    create: async () => {
      this.loaded++;
      this.servers = new McpServers(this.host);
      return this.servers;
    }
  });

  async add(url: string, more: Partial<IMcpServerSetting> = {}): Promise<void> {
    await this.service.save(mcpSetting(url, { name: 'modern', ...more }));
  }
}

const NONE = new Set<string>();
/** ms to wait for servers. */
const WAITS = 3_000;

describe('the MCP servers of a page', () => {
  let server: ServerProcess;
  let page: Page;

  beforeEach(async () => {
    server = await ServerProcess.node('modern.mjs');
    page = new Page();
  });

  afterEach(async () => {
    await page.service.change({ check: false });
    await page.service.check();
    await page.servers?.close();
    await server.end();
  });

  it('load nothing where none is on', async () => {
    expect(await page.service.tools(NONE, WAITS)).toEqual([]);
    await page.add(server.url, { enabled: false });
    expect(await page.service.tools(NONE, WAITS)).toEqual([]);
    expect(page.loaded).toBe(0);
    expect(page.service.list).toMatchObject([
      { status: 'off', setting: { name: 'modern' } }
    ]);
  });

  it('do not replace one that another tab has added under the same name', async () => {
    await page.add('https://theirs.example.org/mcp', { enabled: false });
    const mine = mcpSetting('https://mine.example.org/mcp', { name: 'modern' });
    for (const before of [null, 'other']) {
      await expect(page.service.save(mine, before)).rejects.toThrow(
        'There is already a server called “modern”.'
      );
    }
    expect(page.service.list).toMatchObject([
      { setting: { url: 'https://theirs.example.org/mcp' } }
    ]);
  });

  it('are connected by a message, and offer their tools until they are taken out', async () => {
    await page.add(server.url);
    expect(page.service.list[0].status).toBe('idle');
    const tools = await page.service.tools(NONE, WAITS);
    expect(tools.map(({ name }) => name)).toContain('modern__add');
    expect(page.service.list[0].status).toBe('connected');
    // From the same server it is the same tool, and the server is not asked
    // again.
    expect((await page.service.tools(NONE, 0))[0]).toBe(tools[0]);
    await page.service.remove('modern');
    expect(await page.service.tools(NONE, WAITS)).toEqual([]);
  });

  it('that cannot tell of their tools are asked with each message, and from time to time while that is on', async () => {
    // Under Jupyter’s own address, as behind its proxy: no change notifications
    // arrive there.
    page.host.base = server.at('');
    page.host.page = server.at('lab');
    page.host.fetch = fetch;
    const every = jest
      .spyOn(globalThis, 'setInterval')
      .mockReturnValue(0 as never);
    const cleared = jest.spyOn(globalThis, 'clearInterval').mockReturnValue();
    const offered = async (patience: number) =>
      (await page.service.tools(NONE, patience)).map(({ name }) => name);
    try {
      await page.add('/mcp');
      expect(await offered(WAITS)).not.toContain('modern__later-0');
      server.tell('grow');
      expect(await offered(0)).not.toContain('modern__later-0');
      expect(await offered(WAITS)).toContain('modern__later-0');

      const [again, ms] = every.mock.lastCall!;
      expect(ms).toBe(300_000);
      server.tell('grow');
      again();
      await until(
        async () => (await offered(0)).includes('modern__later-1'),
        'the tool that came meanwhile'
      );

      await page.service.change({ toolCheckInterval: 20 });
      expect(every.mock.lastCall?.[1]).toBe(20_000);
      const times = every.mock.calls.length;
      await page.service.change({ check: false });
      expect(every.mock.calls).toHaveLength(times);
      expect(cleared).toHaveBeenCalled();
      // Periodic checks are off; a message still asks.
      server.tell('grow');
      expect(await offered(WAITS)).toContain('modern__later-2');
      expect(every.mock.calls).toHaveLength(times);
    } finally {
      every.mockRestore();
      cleared.mockRestore();
    }
  });

  it('keep what cannot be read of the file', async () => {
    page.store.raw = { servers: [{ name: 'broken' }] };
    await page.add(server.url);
    expect(page.store.raw).toEqual({
      servers: [{ name: 'modern', url: server.url }, { name: 'broken' }]
    });
  });
});

describe('the key of a server', () => {
  const setting = {
    name: 'a',
    url: 'https://a.example/mcp',
    auth: 'bearer' as const,
    headers: [],
    enabled: true,
    timeout: 60
  };

  it('goes to its address and to no other, and is never in the settings', async () => {
    const page = new Page();
    await page.add(setting.url, setting);
    await page.service.setSecrets(setting, { key: 'sk-1' }, true);
    expect(page.keys.headers(setting)).toEqual({
      Authorization: 'Bearer sk-1'
    });
    expect(
      page.keys.headers({ ...setting, url: 'https://b.example/mcp' })
    ).toEqual({});
    expect(JSON.stringify(page.store.raw)).not.toContain('sk-1');
    expect(Object.values(page.stored)).toEqual(['sk-1']);
    await page.service.remove('a');
    expect(page.keys.headers(setting)).toEqual({});
    expect(page.stored).toEqual({});
  });

  it('is, for headers, what the setting names and nothing else', async () => {
    const { keys } = new Page();
    const own = { ...setting, auth: 'headers' as const, headers: ['X-Key'] };
    expect(keys.has(own)).toBe(false);
    await keys.set(own, { headers: { 'X-Key': '1', 'X-Other': '2' } }, false);
    expect(keys.headers(own)).toEqual({ 'X-Key': '1' });
    expect(keys.has(own)).toBe(true);
  });

  it('is, for tokens, kept on this device only where that was wished', async () => {
    const { keys, stored } = new Page();
    const own = { ...setting, auth: 'oauth' as const };
    await keys.tokens.save(own.url, 'one');
    expect(stored).toEqual({});
    await keys.set(own, {}, true);
    await keys.tokens.save(own.url, 'two');
    expect(Object.values(stored)).toEqual(['two']);
    expect(await keys.tokens.load(own.url)).toBe('two');
    // Another tab has renewed them.
    stored[Object.keys(stored)[0]] = 'three';
    expect(await keys.tokens.load(own.url)).toBe('three');
    expect(keys.clientSecret(own)).toBeUndefined();
    await keys.set(own, { key: 's-1' }, false);
    expect(keys.clientSecret(own)).toBe('s-1');
    await keys.forget(own.url);
    expect(keys.clientSecret(own)).toBeUndefined();
  });
});
