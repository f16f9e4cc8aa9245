import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Signal } from '@lumino/signaling';

import type { IMcpServers } from '../../contract';
import { mcpSetting } from '../../testing/mcp/mcp-setting';
import {
  ManagedServers,
  openManagedServers,
  type IMcpManager,
  type IMcpServerEntry
} from './managed-servers';
import { McpService, type IMcpServiceOptions } from './mcp-service';

// jsdom lacks this; all browsers have it.
URL.canParse ??= (text: string | URL) => /^[a-z]+:/i.test(String(text));

/** The part of the extension's manager that is used. */
class FakeManager {
  readonly serversChanged = new Signal<IMcpManager, void>(
    this as unknown as IMcpManager
  );

  constructor(public servers: IMcpServerEntry[]) {}

  getMCPServers(): IMcpServerEntry[] {
    return this.servers;
  }
}

const HTTP: IMcpServerEntry = {
  type: 'http',
  name: 'tickets',
  url: 'https://tickets.example.org/mcp',
  headers: [{ name: 'X-Team', value: 'secret-4711' }]
};
const STDIO: IMcpServerEntry = {
  type: 'stdio',
  name: 'files',
  command: 'uvx',
  args: ['mcp-files'],
  env: [{ name: 'TOKEN', value: 'secret-4712' }],
  disabled: true
};

let manager: FakeManager;
let managed: ManagedServers;

beforeEach(() => {
  manager = new FakeManager([HTTP, STDIO]);
  managed = new ManagedServers(manager);
});

describe('the list of MCP Manager', () => {
  it('tells names and addresses, and no value that may be secret', () => {
    expect(managed.list()).toEqual([
      {
        kind: 'http',
        name: 'tickets',
        url: HTTP.url,
        headers: ['X-Team'],
        enabled: true
      },
      {
        kind: 'stdio',
        name: 'files',
        command: 'uvx',
        args: ['mcp-files'],
        env: ['TOKEN'],
        enabled: false
      }
    ]);
    expect(JSON.stringify(managed.list())).not.toContain('secret');
  });

  it('leaves out what is neither kind', () => {
    manager.servers = [
      { type: 'http', name: 'x' },
      { ...STDIO, type: 'sse' as 'stdio' }
    ];
    expect(managed.list()).toEqual([]);
  });

  it('gives values for the address that stands there alone', () => {
    const setting = mcpSetting(HTTP.url!, { name: 'tickets' });
    expect(managed.headers(setting)).toEqual({ 'X-Team': 'secret-4711' });
    const elsewhere = { ...setting, url: 'https://evil.example.org/mcp' };
    expect(managed.headers(elsewhere)).toEqual({});
  });

  it('is not looked for where the extension is not installed', async () => {
    const app = { hasPlugin: () => false } as unknown as JupyterFrontEnd;
    expect(await openManagedServers(app)).toBeUndefined();
  });
});

it('MCP Manager is found by the token of its own copy, where it is in the page', async () => {
  const token = {};
  const asked: unknown[] = [];
  const app = {
    hasPlugin: (id: string) => id === 'jupyter-mcp-manager:manager',
    resolveRequiredService: async (each: unknown) => {
      asked.push(each);
      return manager;
    }
  } as unknown as JupyterFrontEnd;
  Object.assign(globalThis, {
    _JUPYTERLAB: {
      'jupyter-mcp-manager': {
        get: async () => () => ({ IMcpManager: token })
      }
    }
  });
  const found = await openManagedServers(app);
  expect(found?.list()).toHaveLength(2);
  expect(asked).toEqual([token]);
  Reflect.deleteProperty(globalThis, '_JUPYTERLAB');
  expect(await openManagedServers(app)).toBeUndefined();
});

describe('servers that are taken over', () => {
  const configured: unknown[] = [];
  let service: McpService;

  const open = (...servers: ReturnType<typeof mcpSetting>[]) => {
    configured.length = 0;
    const options: Partial<IMcpServiceOptions> = {
      managed,
      store: {
        content: { mcp: { servers } },
        onChange: () => () => undefined
      } as unknown as IMcpServiceOptions['store'],
      keys: { load: async () => undefined } as IMcpServiceOptions['keys'],
      create: async () =>
        ({
          list: () => [],
          onChange: () => () => undefined,
          configure: async all => void configured.push(all.map(one => one.name))
        }) as Partial<IMcpServers> as IMcpServers
    };
    service = new McpService(options as IMcpServiceOptions);
  };

  it('stand behind those of the settings, and are configured with them', async () => {
    open(mcpSetting('https://own.example.org/mcp', { name: 'own' }));
    expect(service.list.map(({ setting }) => setting.name)).toEqual([
      'own',
      'tickets'
    ]);
    await service.load();
    expect(configured).toEqual([['own', 'tickets']]);
    expect(JSON.stringify(service.list)).not.toContain('secret');
  });

  it('give way to one of the settings with their name', () => {
    open(mcpSetting('https://own.example.org/mcp', { name: 'tickets' }));
    expect(service.list.map(({ setting }) => setting.url)).toEqual([
      'https://own.example.org/mcp'
    ]);
  });

  it('come and go with the list', async () => {
    open();
    await service.load();
    manager.servers = [];
    let reported = 0;
    service.onChange(() => reported++);
    manager.serversChanged.emit();
    expect(reported).toBe(1);
    expect(configured.at(-1)).toEqual([]);
  });
});
