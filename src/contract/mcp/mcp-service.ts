import type { IManagedServers } from './managed-servers';
import type { IMcpServer, IMcpServerSetting } from './mcp-server';
import type { IMcpServers } from './mcp-servers';
import type { IMcpSettings } from './mcp-settings';

/** Credentials the person enters for a server; never in the settings. */
export interface IMcpSecrets {
  /** For `bearer`; for `oauth` the secret of the client. */
  key?: string;
  /** For `headers`: values by name. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * The MCP servers of this page: their settings, and the code that talks to
 * them, which is loaded when the first server is used.
 */
export interface IMcpService {
  readonly settings: IMcpSettings;
  /**
   * State of the servers in the settings, in order; plain data, available
   * before anything is loaded.
   */
  readonly list: readonly IMcpServer[];
  /** Any change of `settings` or `list`. @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** The code that talks to the servers, once it is loaded. */
  readonly servers: IMcpServers | null;
  /** Loads the code that talks to the servers; does not connect to any. */
  load(): Promise<IMcpServers>;
  /**
   * Called when the menu opens: connects the servers that are switched on and
   * asks those that cannot report changes. Failures are in `list`.
   */
  check(): Promise<void>;
  /**
   * Adds a server, or replaces another one.
   *
   * @param before name of the server to replace.
   * @throws WorkspaceError with a message, if the name is taken or invalid.
   */
  save(setting: IMcpServerSetting, before?: string): Promise<void>;
  /** Removes a server and deletes its keys and tokens. */
  remove(name: string): Promise<void>;
  /** Changes settings that apply to all servers. */
  change(settings: Partial<Omit<IMcpSettings, 'servers'>>): Promise<void>;
  /** Whether keys can be stored on this device, and where; if not, why. */
  readonly remembering:
    { ok: true; where?: string } | { ok: false; why: string };
  /** Whether the credentials the server needs are available. */
  hasSecrets(setting: IMcpServerSetting): boolean;
  /**
   * Keeps a key or headers for the address of one server, and for no other;
   * empty ones are deleted. For `oauth`: whether to store tokens on this
   * device.
   */
  setSecrets(
    setting: IMcpServerSetting,
    secrets: IMcpSecrets,
    remember: boolean
  ): Promise<void>;
  /** Another extension's list of servers, if that is installed. */
  readonly managed?: IManagedServers;
}
