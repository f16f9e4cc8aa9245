import type { PartialJSONValue } from '@lumino/coreutils';

import {
  DEFAULT_SERVER_TIMEOUT,
  type IManagedServer,
  type IManagedServers,
  type IMcpSecrets,
  type IMcpServer,
  type IMcpServers,
  type IMcpServerSetting,
  type IMcpService,
  type IMcpSettings,
  type IMcpTool,
  type IModelService,
  type ITranslator
} from '../../contract';
import { endsWithin } from '../../contract/util/ends-within';
import { Listeners } from '../../contract/util/listeners';
import type { SettingsStore } from '../settings/settings-store';
import { once } from '../util/once';
import type { ServerKeys } from './server-keys';
import { MCP_SERVER } from '../../contract/agent/agent-settings';
import { isRecord } from '../../contract/util/is-record';

export interface IMcpServiceOptions {
  store: Pick<SettingsStore, 'content' | 'onChange' | 'change'>;
  keys: ServerKeys;
  trans: ITranslator;
  /** Servers of another extension, if it is installed. */
  managed?: IManagedServers;
  /** Loads the code that talks to servers. */
  create(): Promise<IMcpServers>;
}

/**
 * The MCP servers of this page, between the settings, the keys, the panel and
 * the engine. No MCP code is loaded if no server is on.
 */
export class McpService implements IMcpService {
  readonly managed: IManagedServers | undefined;

  servers: IMcpServers | null = null;

  /** The configuration that was last given to the servers. */
  private _configured = '';

  private _timer: ReturnType<typeof setInterval> | undefined;

  private readonly _listeners = new Listeners();

  private readonly _load: () => Promise<IMcpServers>;

  constructor(private readonly _options: IMcpServiceOptions) {
    const { store, keys, managed } = _options;
    this.managed = managed;
    this._load = once(async () => {
      const [servers] = await Promise.all([_options.create(), keys.load()]);
      this.servers = servers;
      servers.onChange(() => this._listeners.tell());
      return servers;
    });
    const onChange = (): void => {
      if (this.servers) {
        this._configure(this.servers).catch(noteProblem);
        this._watch();
      }
      this._listeners.tell();
    };
    // Both live as long as the page.
    store.onChange(onChange);
    managed?.onChange(onChange);
  }

  get settings(): IMcpSettings {
    return this._options.store.content.mcp;
  }

  get remembering(): IModelService['remembering'] {
    return this._options.keys.remembering;
  }

  get list(): readonly IMcpServer[] {
    const known = this.servers?.list() ?? [];
    return this._all.map(
      setting =>
        known.find(({ setting: { name } }) => name === setting.name) ??
        unasked(setting)
    );
  }

  onChange(listener: () => void): () => void {
    return this._listeners.add(listener);
  }

  async load(): Promise<IMcpServers> {
    const servers = await this._load();
    await this._configure(servers);
    return servers;
  }

  async check(): Promise<void> {
    if (this._isUsed) {
      const servers = await this.load();
      await servers.check();
      this._watch();
    }
  }

  /**
   * The tools of all servers.
   *
   * @param taken names of all other tools.
   * @param patience how long to wait for servers, which are asked again, in ms;
   * 0: they are not asked.
   */
  async tools(
    taken: ReadonlySet<string>,
    patience: number
  ): Promise<readonly IMcpTool[]> {
    if (patience > 0) {
      // Failures are shown in the list; nobody waits for them.
      await endsWithin(this.check().catch(noteProblem), patience);
    }
    return this._isUsed ? (this.servers?.tools(taken) ?? []) : [];
  }

  async save(
    setting: IMcpServerSetting,
    before: string | null = setting.name
  ): Promise<void> {
    const { store, trans } = this._options;
    await store.change('mcp', raw =>
      serversInSettings(raw, servers => {
        // The file may have what the list of this tab does not.
        if (
          before !== setting.name &&
          servers.some(({ name }) => name === setting.name)
        ) {
          throw new Error(
            trans.__(
              'There is already a server called “%1”. Give this one another name.',
              setting.name
            )
          );
        }
        const at = servers.findIndex(({ name }) => name === before);
        return at < 0 ? [...servers, setting] : servers.with(at, setting);
      })
    );
  }

  async remove(name: string): Promise<void> {
    const { store, keys } = this._options;
    const gone = this.settings.servers.find(each => each.name === name);
    await store.change('mcp', raw =>
      serversInSettings(raw, servers =>
        servers.filter(each => each.name !== name)
      )
    );
    const isShared = this.settings.servers.some(({ url }) => url === gone?.url);
    if (gone && !isShared) {
      await keys.forget(gone.url);
    }
  }

  async change(
    settings: Partial<Omit<IMcpSettings, 'servers'>>
  ): Promise<void> {
    await this._options.store.change('mcp', raw => {
      const group = raw ?? {};
      return isRecord(group) ? { ...group, ...settings } : undefined;
    });
  }

  hasSecrets(setting: IMcpServerSetting): boolean {
    return this._options.keys.has(setting);
  }

  async setSecrets(
    setting: IMcpServerSetting,
    secrets: IMcpSecrets,
    remember: boolean
  ): Promise<void> {
    await this._options.keys.set(setting, secrets, remember);
    this._listeners.tell();
  }

  /**
   * The servers in the settings, and those of the other extension whose names
   * are not taken.
   */
  private get _all(): readonly IMcpServerSetting[] {
    const { servers } = this.settings;
    const taken = (this.managed?.list() ?? []).flatMap(one =>
      one.kind === 'http' && !servers.some(({ name }) => name === one.name)
        ? settingOf(one)
        : []
    );
    return [...servers, ...taken];
  }

  private get _isUsed(): boolean {
    return this._all.some(({ enabled }) => enabled);
  }

  private async _configure(servers: IMcpServers): Promise<void> {
    const settings = this._all;
    const now = JSON.stringify(settings);
    if (now !== this._configured) {
      this._configured = now;
      await servers.configure(settings);
    }
  }

  /** Asks periodically, as long as the settings want it. */
  private _watch(): void {
    const { check, toolCheckInterval } = this.settings;
    clearInterval(this._timer);
    this._timer =
      check && this._isUsed
        ? setInterval(
            () => void this.check().catch(noteProblem),
            toolCheckInterval * 1_000
          )
        : undefined;
  }
}

/** Converts a server from another extension's list to one of ours. */
function settingOf({
  name,
  url,
  headers,
  enabled
}: Extract<IManagedServer, { kind: 'http' }>): IMcpServerSetting {
  const auth = headers.length > 0 ? 'headers' : 'none';
  const timeout = DEFAULT_SERVER_TIMEOUT;
  return { name, url, auth, headers, enabled, timeout };
}

/** A server that has not been asked yet. */
function unasked(setting: IMcpServerSetting): IMcpServer {
  return {
    setting,
    host: URL.canParse(setting.url) ? new URL(setting.url).host : setting.url,
    status: setting.enabled ? 'idle' : 'off',
    counts: { tools: 0, resources: 0, prompts: 0 },
    notes: []
  };
}

function noteProblem(error: unknown): void {
  console.warn('Cellwright: the MCP servers could not be asked', error);
}

/**
 * The group `mcp` of the file with the servers changed; anything in it that
 * cannot be read stays.
 *
 * @returns undefined if what is there cannot have servers added to it.
 */
function serversInSettings(
  raw: unknown,
  change: (servers: readonly IMcpServerSetting[]) => IMcpServerSetting[]
): PartialJSONValue | undefined {
  const group = raw ?? {};
  if (!isRecord(group)) {
    return undefined;
  }
  const list = group.servers ?? [];
  if (!Array.isArray(list)) {
    return undefined;
  }
  const read = list.map(each => MCP_SERVER.safeParse(each));
  return {
    ...group,
    servers: [
      ...change(read.flatMap(({ data }) => data ?? [])).map(plain),
      ...list.filter((_, index) => !read[index].success)
    ]
  } as PartialJSONValue;
}

/** Settings are JSON that a person reads, so defaults are left out. */
function plain(setting: IMcpServerSetting): PartialJSONValue {
  const { name, url, auth, headers, clientId } = setting;
  const { enabled, timeout, disabledTools } = setting;
  return {
    name,
    url,
    ...(auth !== 'none' && { auth }),
    ...(headers.length > 0 && { headers: [...headers] }),
    ...(clientId && { clientId }),
    ...(!enabled && { enabled }),
    ...(timeout !== DEFAULT_SERVER_TIMEOUT && { timeout }),
    ...(disabledTools?.length && { disabledTools: [...disabledTools] })
  };
}
