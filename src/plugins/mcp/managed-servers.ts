import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { IMcpManager, IMcpServerEntry } from 'jupyter-mcp-manager';

import type {
  IManagedServer,
  IManagedServers,
  IMcpServerSetting
} from '../../contract';

/** The plugin that provides the list, where its extension is installed. */
const MANAGER_PLUGIN = 'jupyter-mcp-manager:manager';

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
      // What stands there goes to that address, and to no other.
      .find(each => each.name === name && each.url === url);
    return Object.fromEntries(
      headersOf(entry).map(each => [each.name, each.value])
    );
  }
}

/**
 * The list of the manager, where it is installed. Its package is never bundled:
 * the token is that of the very copy that its own extension shares.
 */
export async function openManagedServers(
  app: JupyterFrontEnd
): Promise<IManagedServers | undefined> {
  if (!app.hasPlugin(MANAGER_PLUGIN)) {
    return undefined;
  }
  try {
    const manager = await import('jupyter-mcp-manager');
    return new ManagedServers(
      await app.resolveRequiredService(manager.IMcpManager)
    );
  } catch (error) {
    // Servers of our own settings do not depend on it.
    console.warn('Cellwright: MCP Manager’s list cannot be used', error);
    return undefined;
  }
}

/** What others wrote, taken apart; what is neither kind is left out. */
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
