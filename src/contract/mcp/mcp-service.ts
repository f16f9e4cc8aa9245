import type { IManagedServers } from './managed-servers';
import type { IMcpServer, IMcpServerSetting } from './mcp-server';
import type { IMcpServers } from './mcp-servers';
import type { IMcpSettings } from './mcp-settings';

/** What a person enters to be known to a server; never in the settings. */
export interface IMcpSecrets {
  /** For `bearer`. */
  key?: string;
  /** For `headers`: values by name. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * The MCP servers of this page: what the settings say of them, and what talks to
 * them, which is loaded when the first one is used.
 */
export interface IMcpService {
  readonly settings: IMcpSettings;
  /**
   * The servers of the settings as they stand, in order; plain data, here before
   * anything is loaded.
   */
  readonly list: readonly IMcpServer[];
  /** Any change of `settings` or `list`. @returns what ends it. */
  onChange(listener: () => void): () => void;
  /** What talks to them. Loads it; connects to nobody. */
  load(): Promise<IMcpServers>;
  /**
   * For when the menu opens: connects the servers that are on and asks those
   * that cannot tell of changes. Failures are in `list`.
   */
  check(): Promise<void>;
  /**
   * Adds a server, or puts it in the place of another.
   *
   * @param before name of the one it takes the place of.
   * @throws WorkspaceError in words, for a name that is taken or none.
   */
  save(setting: IMcpServerSetting, before?: string): Promise<void>;
  /** Takes a server out, and forgets its keys and what signing in has brought. */
  remove(name: string): Promise<void>;
  /** Changes what holds for all servers. */
  change(settings: Partial<Omit<IMcpSettings, 'servers'>>): Promise<void>;
  /** Whether keys can be kept on this device, and where; else why not. */
  readonly remembering:
    { ok: true; where?: string } | { ok: false; why: string };
  /** Whether what the server's authentication needs is here. */
  hasSecrets(setting: IMcpServerSetting): boolean;
  /** Whether it is kept beyond this page's life. */
  remembers(setting: IMcpServerSetting): boolean;
  /**
   * Keeps a key or headers for the address of a server, and for no other; empty
   * ones are forgotten. For `oauth`: whether tokens will be kept on this device.
   */
  setSecrets(
    setting: IMcpServerSetting,
    secrets: IMcpSecrets,
    remember: boolean
  ): Promise<void>;
  /** Those of another extension's list, where that is installed. */
  readonly managed?: IManagedServers;
}
