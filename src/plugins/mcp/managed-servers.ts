import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { Token } from '@lumino/coreutils';
import type { ISignal } from '@lumino/signaling';

import type {
  IManagedServer,
  IManagedServers,
  IMcpServerSetting
} from '../../contract';

/** The plugin that provides the list, if its extension is installed. */
const MANAGER_PLUGIN = 'jupyter-mcp-manager:manager';

/** Where JupyterLab keeps the extensions that it has loaded. */
interface IExtensionsPage {
  _JUPYTERLAB?: Record<
    string,
    { get(module: string): Promise<() => IMcpManagerModule> } | undefined
  >;
}

/** The servers in the list of `jupyter-mcp-manager`. It is read, never changed. */
export class ManagedServers implements IManagedServers {
  readonly title = 'MCP Manager';

  constructor(
    private readonly _manager: Pick<
      IMcpManager,
      'getMCPServers' | 'serversChanged'
    >
  ) {}

  list(): readonly IManagedServer[] {
    return this._manager.getMCPServers().flatMap(managedServer);
  }

  onChange(listener: () => void): () => void {
    const { serversChanged } = this._manager;
    serversChanged.connect(listener);
    return () => void serversChanged.disconnect(listener);
  }

  headers({ name, url }: IMcpServerSetting): Record<string, string> {
    const entry = this._manager
      .getMCPServers()
      // The entry's headers are sent only to its own address.
      .find(each => each.name === name && each.url === url);
    return Object.fromEntries(
      headersOf(entry).map(each => [each.name, each.value])
    );
  }
}

/**
 * The list of the manager, if it is installed. The token must come from the
 * manager's own copy of its package, so it is taken from the container that
 * JupyterLab loaded. Declaring the package as shared would add to what
 * JupyterLab loads first.
 */
export async function openManagedServers(
  app: JupyterFrontEnd
): Promise<IManagedServers | undefined> {
  if (!app.hasPlugin(MANAGER_PLUGIN)) {
    return undefined;
  }
  try {
    const { _JUPYTERLAB: extensions } = globalThis as IExtensionsPage;
    const load = await extensions?.['jupyter-mcp-manager']?.get('./index');
    return load
      ? new ManagedServers(await app.resolveRequiredService(load().IMcpManager))
      : undefined;
  } catch (error) {
    // Servers in our own settings do not depend on it.
    console.warn('Cellwright: MCP Manager’s list cannot be used', error);
    return undefined;
  }
}

/**
 * Parses an entry that others wrote; entries of any other type are left out.
 */
function managedServer(entry: IMcpServerEntry): IManagedServer[] {
  const { type, name, url, command } = entry;
  const enabled = entry.disabled !== true;
  if (type === 'http' && typeof url === 'string') {
    const headers = headersOf(entry).map(each => each.name);
    return [{ kind: 'http', name, url, headers, enabled }];
  }
  if (type === 'stdio' && typeof command === 'string') {
    const args = entry.args ?? [];
    const env = (entry.env ?? []).map(each => each.name);
    return [{ kind: 'stdio', name, command, args, env, enabled }];
  }
  return [];
}

function headersOf(
  entry: IMcpServerEntry | undefined
): { name: string; value: string }[] {
  return entry?.headers ?? [];
}

/**
 * A server in the list of `jupyter-mcp-manager`, as declared in its version
 * 0.2.1.
 */
export interface IMcpServerEntry {
  type: 'http' | 'stdio';
  name: string;
  disabled?: boolean;
  /** For type `http`. */
  url?: string;
  headers?: { name: string; value: string }[];
  /** For type `stdio`. */
  command?: string;
  args?: string[];
  env?: { name: string; value: string }[];
}

/** The part of `jupyter-mcp-manager:IMcpManager` that is used. */
export interface IMcpManager {
  getMCPServers(): IMcpServerEntry[];
  serversChanged: ISignal<IMcpManager, void>;
}

/** What its package exports. */
interface IMcpManagerModule {
  IMcpManager: Token<IMcpManager>;
}
