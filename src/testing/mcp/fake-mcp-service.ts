import {
  DEFAULT_FILE,
  type IManagedServer,
  type IManagedServers,
  type IMcpOrigin,
  type IMcpSecrets,
  type IMcpServer,
  type IMcpServers,
  type IMcpServerSetting,
  type IMcpService,
  type IMcpSettings,
  type IMcpTool,
  type McpTestResult
} from '../../contract';

/** A tool, as far as the servers page uses it. */
export function fakeMcpTool(
  server: string,
  tool: string,
  more: Partial<IMcpTool> & { hints?: IMcpOrigin['hints'] } = {}
): IMcpTool {
  const { hints = {}, ...rest } = more;
  return {
    name: `${server}__${tool}`,
    description: `What ${tool} does`,
    mcp: {
      server,
      host: 'weather.example.org',
      tool,
      title: tool,
      hints,
      hash: `hash of ${tool}`,
      address: 'https://weather.example.org/mcp',
      says: `All of ${tool}`
    },
    ...rest
  } as IMcpTool;
}

/** Servers that answer as a spec says; nothing uses the network. */
export class FakeMcpService implements IMcpService {
  settings: IMcpSettings = DEFAULT_FILE.mcp;
  remembering: IMcpService['remembering'] = { ok: true };
  /** Requests to the servers, in order. */
  readonly asked: string[] = [];
  /**
   * Answers, by name of the server; a server that is missing cannot be reached.
   */
  answers: Record<string, Partial<IMcpServer> & { offers?: IMcpTool[] }> = {};
  /** Secrets that were entered, by address. */
  readonly kept = new Map<
    string,
    { secrets: IMcpSecrets; remember: boolean }
  >();

  managed: FakeManagedServers | undefined;
  /** Delays saving, or makes it fail. */
  refuses: Error | null = null;
  /** How often the client was loaded. */
  loaded = 0;
  tested: (
    setting: IMcpServerSetting,
    signal: AbortSignal
  ) => Promise<McpTestResult> = async () => ({
    ok: true,
    protocol: '2026-07-28',
    title: 'weather',
    version: '1',
    counts: { tools: 2, resources: 1, prompts: 0 },
    notes: []
  });

  /** Delays signing in. */
  signsIn: (signal: AbortSignal) => Promise<void> = async () => undefined;

  private readonly _connected = new Set<string>();

  private readonly _listeners = new Set<() => void>();

  get listeners(): number {
    return this._listeners.size;
  }

  onChange(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  /** The servers in the settings, and those from another extension's list. */
  get list(): readonly IMcpServer[] {
    const taken = (this.managed?.list() ?? []).flatMap(one =>
      one.kind === 'http'
        ? [{ ...one, auth: 'none' as const, timeout: 60 }]
        : []
    );
    return [...this.settings.servers, ...taken].map(setting =>
      this._server(setting)
    );
  }

  get servers(): IMcpServers | null {
    return this.loaded > 0 ? (this._client as IMcpServers) : null;
  }

  async load(): Promise<IMcpServers> {
    this.loaded++;
    return this._client as IMcpServers;
  }

  async check(): Promise<void> {
    this.asked.push('check');
    if (this.settings.servers.some(({ enabled }) => enabled)) {
      await this.load();
      this.settings.servers.forEach(({ name }) => this._connected.add(name));
    }
    this._tell();
  }

  async save(
    setting: IMcpServerSetting,
    before?: string | null
  ): Promise<void> {
    if (this.refuses) {
      throw this.refuses;
    }
    const { servers } = this.settings;
    const at = servers.findIndex(
      ({ name }) => name === (before ?? setting.name)
    );
    this.set(
      at < 0
        ? [...servers, setting]
        : servers.map((each, index) => (index === at ? setting : each))
    );
  }

  async remove(name: string): Promise<void> {
    const gone = this.settings.servers.find(each => each.name === name);
    this.kept.delete(gone?.url ?? '');
    this.set(this.settings.servers.filter(each => each !== gone));
  }

  async change(
    settings: Partial<Omit<IMcpSettings, 'servers'>>
  ): Promise<void> {
    this.settings = { ...this.settings, ...settings };
    this._tell();
  }

  /** Changes a setting as the settings page does. */
  set(servers: readonly IMcpServerSetting[]): void {
    this.settings = { ...this.settings, servers };
    this._tell();
  }

  hasSecrets({ url }: IMcpServerSetting): boolean {
    return this.kept.has(url);
  }

  async setSecrets(
    { url }: IMcpServerSetting,
    secrets: IMcpSecrets,
    remember: boolean
  ): Promise<void> {
    if (Object.keys(secrets).length === 0) {
      this.kept.delete(url);
    } else {
      this.kept.set(url, { secrets, remember });
    }
  }

  private get _client(): Partial<IMcpServers> {
    return {
      connect: async (name = 'all') => {
        this.asked.push(`connect ${name}`);
        this._connected.add(name);
        this._tell();
      },
      signIn: async (name, signal) => {
        this.asked.push(`sign in ${name}`);
        await this.signsIn(signal);
        this._connected.add(name);
        this._tell();
      },
      signOut: async name => {
        this.asked.push(`sign out ${name}`);
        this._connected.delete(name);
        this._tell();
      },
      test: async (setting, signal) => {
        this.asked.push(`test ${setting.url}`);
        return this.tested(setting, signal);
      },
      tools: () =>
        this.settings.servers.flatMap(
          ({ name, disabledTools = [], enabled }) =>
            enabled && this._connected.has(name)
              ? (this.answers[name]?.offers ?? []).filter(
                  ({ mcp }) => !disabledTools.includes(mcp.tool)
                )
              : []
        )
    };
  }

  private _server(setting: IMcpServerSetting): IMcpServer {
    const answer = this.answers[setting.name];
    const isConnected = this._connected.has(setting.name);
    return {
      setting,
      host: new URL(setting.url, 'http://localhost').host,
      status: !setting.enabled
        ? 'off'
        : !isConnected
          ? 'idle'
          : answer
            ? 'connected'
            : 'failed',
      ...(isConnected && !answer
        ? {
            failure: {
              code: 'unreachable' as const,
              text: `${setting.name} cannot be reached. Is it running?`
            }
          }
        : {}),
      protocol: '2025-11-25',
      counts: {
        tools: answer?.offers?.length ?? 0,
        resources: 0,
        prompts: 0
      },
      notes: [],
      ...(isConnected ? answer : {})
    };
  }

  private _tell(): void {
    this._listeners.forEach(listener => listener());
  }
}

/** The list of another extension. */
export class FakeManagedServers implements IManagedServers {
  readonly title = 'MCP Manager';

  constructor(readonly servers: readonly IManagedServer[]) {}

  list(): readonly IManagedServer[] {
    return this.servers;
  }

  onChange(): () => void {
    return () => undefined;
  }

  headers(): Record<string, string> {
    return {};
  }
}
